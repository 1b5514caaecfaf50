import { browserStorage } from '../storage/storage'
import { atom, store } from './store'

/** The colour modes. Light is the default, whatever the system's mode (docs/product.md, section 4.2). */
type Theme = 'light' | 'dark'

const KEY = 'theme'

const storedTheme = (): Theme => (browserStorage.read(KEY) === 'dark' ? 'dark' : 'light')

/** The current colour mode; `start.js` has applied it before the first paint. */
export const themeAtom = atom<Theme>(storedTheme())

function apply(theme: Theme) {
  document.documentElement.dataset.theme = theme
  const color = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (color) color.content = color.dataset[theme] ?? color.content
  store.set(themeAtom, theme)
}

/** Applies a colour mode in all tabs of this browser and stores it. */
export function chooseTheme(theme: Theme) {
  browserStorage.write(KEY, theme)
  apply(theme)
}

// Another tab has changed the mode. A null key means that the whole storage was cleared.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) apply(storedTheme())
})
