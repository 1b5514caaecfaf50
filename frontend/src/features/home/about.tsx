import { Link } from 'react-router'
import { PointList } from '../../ui/text/point-list'
import { fairUse, features, introduction } from './words.en'

const noPromises = {
  title: fairUse.title,
  text: (
    <>
      {fairUse.text}
      <Link to="/fair-use-policy" className="underline decoration-rule underline-offset-[0.2em]">
        {fairUse.link}
      </Link>
      .
    </>
  ),
}

/** The About us section (docs/product.md, section 4.10). */
export function About() {
  return (
    <>
      <p className="mb-8 max-w-[62ch] text-lg">{introduction}</p>
      <PointList points={[...features, noPromises]} />
    </>
  )
}
