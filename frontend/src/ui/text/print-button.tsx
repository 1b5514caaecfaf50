import Printer from 'lucide-react/icons/printer'
import { Button } from '../buttons/button'
import { print } from './words'

/** Prints the page. */
export function PrintButton({ primary = false }: { primary?: boolean }) {
  return (
    <Button {...(primary && { variant: 'primary' })} onClick={() => window.print()}>
      <Printer size={16} strokeWidth={1.5} aria-hidden="true" />
      {print}
    </Button>
  )
}
