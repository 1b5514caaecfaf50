import { useNavigate } from 'react-router'
import { logOut } from '../../features/auth/api'
import { showToast } from '../../ui/toast-state'

/** Logging out: the session is forgotten, the login page follows (docs/product.md, section 2.4). */
export function useLogOut() {
  const navigate = useNavigate()
  return () => {
    logOut()
    showToast({ tone: 'success', title: 'Logged out successfully', seconds: 2 })
    void navigate('/login')
  }
}
