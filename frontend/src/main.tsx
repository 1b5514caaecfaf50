import './first'
import './app/style/theme.css'
import './app/style/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { routes } from './app/routes'
import { firstPage, followSession, measureWhenIdle } from './app/start/start'
import { loadNavigation } from './features/services/navigation'
import { startSession } from './lib/session/session'
import { idle } from './lib/time/idle'

void startSession()

// A history entry whose address was typed has no key of its own, and would take another entry's scroll position.
if (!history.state?.key) history.replaceState({ ...history.state, key: String(Math.random()) }, '')
const router = createBrowserRouter(routes, { future: { v8_middleware: true } })
void followSession(router)
void firstPage(router).then(idle).then(loadNavigation)
measureWhenIdle(router)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
