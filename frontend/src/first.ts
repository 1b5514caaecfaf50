// The first script to arrive: it imports no library, so that what the address needs
// is on its way while the libraries are.
import { fetchEarly } from './lib/api/early'

fetchEarly(window.location.pathname)
