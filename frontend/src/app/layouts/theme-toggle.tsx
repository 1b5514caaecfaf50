import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useAtomValue } from '../../lib/state/store'
import { chooseTheme, themeAtom } from '../../lib/state/theme'
import { Button } from '../../ui/buttons/button'
import { theme as words } from './words.en'

/** Changes between the light and the dark mode. */
export function ThemeToggle({ withWord = false }: { withWord?: boolean }) {
  const theme = useAtomValue(themeAtom)
  const other = theme === 'light' ? 'dark' : 'light'
  const Icon = other === 'dark' ? Moon : Sun
  const label = words[other]
  return (
    <Button variant="quiet" aria-label={label} onClick={() => chooseTheme(other)}>
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
      {withWord && label}
    </Button>
  )
}
