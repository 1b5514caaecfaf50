import { skeletonClass } from '../../ui/loading/skeleton'
import { menuItemClass } from '../../ui/navigation/menu'

/** As many as a new installation names in its navigation. */
const PLACES = 12

/** Holds the places of the services in the navigation until they are known, so that nothing moves when they come. */
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
