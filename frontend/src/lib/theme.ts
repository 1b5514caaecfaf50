import { localShelf } from './storage'
import { atom, store } from './store'

/** The colour modes. Light comes first; the system's mode is not followed (docs/product.md, section 4.2). */
export type Theme = 'light' | 'dark'

const KEY = 'theme'

/** The colour mode that is shown; `start.js` has set it before the first paint. */
export const themeAtom = atom<Theme>(localShelf.read(KEY) === 'dark' ? 'dark' : 'light')

/** Shows a colour mode and keeps it in this browser. */
export function chooseTheme(theme: Theme) {
  localShelf.write(KEY, theme)
  document.documentElement.dataset.theme = theme
  store.set(themeAtom, theme)
}
