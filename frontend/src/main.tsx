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
