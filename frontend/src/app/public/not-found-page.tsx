import { NotFound } from '../failures/not-found'

export function Component() {
  return (
    <div className="page">
      <NotFound />
    </div>
  )
}
