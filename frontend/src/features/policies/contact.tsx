import { Link } from 'react-router'
import type { Site } from '../../lib/api/site'

/** How to reach the desk about a policy: by its address or, where the operator gave none, by the quote form. */
export function Contact({ site: { supportEmail } }: { site: Site }) {
  if (!supportEmail)
    return (
      <p>
        Write to the desk with the quote form of any of the <Link to="/services">services</Link>; it asks for
        an address to answer to. Name the assignment or the quote reference that you mean in its description.
      </p>
    )
  return (
    <p>
      Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>, and name the assignment or the quote
      reference that you mean.
    </p>
  )
}
