import { useNavigate } from 'react-router'
import { logOut } from '../../lib/session/session'
import { showToast } from '../../ui/feedback/toast-state'
import { navigation } from './words.en'

/** Logs out, and goes to the login page (docs/product.md, section 2.4). */
export function useLogOut() {
  const navigate = useNavigate()
  return () => {
    logOut()
    showToast({ tone: 'success', title: navigation.loggedOut, seconds: 2 })
    void navigate('/login')
  }
}
