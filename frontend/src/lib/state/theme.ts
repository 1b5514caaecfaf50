import { browserStorage } from '../storage/storage'
import { atom, store } from './store'

/** The colour modes. Light comes first; the system's mode is not followed (docs/product.md, section 4.2). */
export type Theme = 'light' | 'dark'

const KEY = 'theme'

const storedTheme = (): Theme => (browserStorage.read(KEY) === 'dark' ? 'dark' : 'light')

/** The colour mode that is shown; `start.js` has set it before the first paint. */
export const themeAtom = atom<Theme>(storedTheme())

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme
  const color = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (color) color.content = color.dataset[theme] ?? color.content
  store.set(themeAtom, theme)
}

/** Shows a colour mode in all tabs of this browser and keeps it. */
export function chooseTheme(theme: Theme) {
  browserStorage.write(KEY, theme)
  show(theme)
}

// Another tab has chosen; without a key, the whole storage was cleared.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) show(storedTheme())
})
