import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { followChanges } from '../lib/live'
import { lastAsked } from './loading'

/** What is changed, as the server calls it (docs/product.md, section 8). */
export type Noun = 'assignments' | 'users' | 'quotes'

/** Changes that come together are asked for together, this many milliseconds after the first. */
const TOGETHER = 250

/** Asks anew for what a page shows when somebody changes one of these things, if any are named (docs/product.md, section 8). */
export function useLive(...nouns: Noun[]) {
  const { revalidate } = useRevalidator()
  const wanted = nouns.join()

  useEffect(() => {
    if (!wanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const unfollow = followChanges((change) => {
      if (change && !wanted.split(',').includes(change.noun)) return
      timer ??= setTimeout(() => {
        timer = undefined
        void revalidate()
      }, TOGETHER)
    }, lastAsked())
    return () => {
      unfollow()
      clearTimeout(timer)
    }
  }, [wanted, revalidate])
}
