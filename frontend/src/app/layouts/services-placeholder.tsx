import { skeletonClass } from '../../ui/loading/skeleton'
import { menuItemClass } from '../../ui/navigation/menu'

/** The number of services in the navigation of a new installation. */
const PLACES = 12

/** Placeholders for the services in the navigation, so that loading them shifts nothing. */
export function ServicesPlaceholder() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: PLACES }, (_, place) => place).map((place) => (
        <div key={place} className={menuItemClass}>
          <div className={`${skeletonClass} h-4 w-44`} />
        </div>
      ))}
    </div>
  )
}
