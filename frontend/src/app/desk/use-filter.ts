import { startTransition, useOptimistic } from 'react'
import { useNavigate } from 'react-router'

/** The filter of a list of the desk: what is asked for shows at once, the rows follow when they are there. */
export function useFilter<Filter extends { page: number }>(
  filter: Filter,
  addressOf: (filter: Filter) => string,
) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useOptimistic(filter)
  const change = (change: Partial<Filter>) => {
    const next = { ...wanted, page: 1, ...change }
    startTransition(async () => {
      setWanted(next)
      await navigate(addressOf(next), { preventScrollReset: true })
    })
  }
  return { wanted, waiting: wanted !== filter, change }
}
