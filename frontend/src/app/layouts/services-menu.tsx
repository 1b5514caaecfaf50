import ChevronDown from 'lucide-react/icons/chevron-down'
import { navigationAtom } from '../../features/services/navigation'
import { useAtomValue } from '../../lib/state/store'
import { Menu, MenuLink } from '../../ui/navigation/menu'
import { ServicesPlaceholder } from './services-placeholder'
import { navigation } from './words'

/** The Services dropdown of the navbar (docs/product.md, section 4.2). */
export function ServicesMenu() {
  const services = useAtomValue(navigationAtom)
  return (
    <Menu
      label={navigation.services}
      trigger={
        <>
          {navigation.services}
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
        </>
      }
    >
      {services ? (
        services.map(({ slug, name }) => (
          <MenuLink key={slug} to={`/services/${slug}`}>
            {name}
          </MenuLink>
        ))
      ) : (
        <ServicesPlaceholder />
      )}
      <MenuLink to="/services">{navigation.allServices}</MenuLink>
    </Menu>
  )
}
