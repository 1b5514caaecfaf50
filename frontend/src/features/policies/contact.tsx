import { Link } from 'react-router'
import type { Site } from '../../lib/api/site'

/** How to contact us about a policy: by email or, if the site has no support address, with the quote form. */
export function Contact({ site: { supportEmail } }: { site: Site }) {
  if (!supportEmail)
    return (
      <p>
        Write to us with the quote form of any of our <Link to="/services">services</Link>. It asks for an
        email address so that we can reply. In the description, name the assignment or quote reference you are
        writing about. The form also asks for a deadline and a number of pages: for a question, any will do.
      </p>
    )
  return (
    <p>
      Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and name the assignment or quote
      reference you are writing about.
    </p>
  )
}
