import { NotFound } from '../not-found'

export function Component() {
  return (
    <div className="page">
      <NotFound />
    </div>
  )
}
