import { useNavigate } from 'react-router'
import { endSession } from '../../lib/session/session'
import { showToast } from '../../ui/feedback/toast-state'
import { navigation } from './words'

/** Logs out: forgets the session in this browser and goes to the login page (docs/product.md, section 2.4). */
export function useLogOut() {
  const navigate = useNavigate()
  return () => {
    endSession()
    showToast({ tone: 'success', title: navigation.loggedOut, seconds: 2 })
    void navigate('/login')
  }
}
