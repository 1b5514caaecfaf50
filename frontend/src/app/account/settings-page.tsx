import { useNavigate } from 'react-router'
import { Settings } from '../../features/profile/settings'

export function Component() {
  const navigate = useNavigate()
  return <Settings onDeleted={() => void navigate('/')} />
}
