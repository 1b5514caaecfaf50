import { useEffect, useRef, useState } from 'react'
import { toFailure, UncertainFailure } from '../../lib/api/failure'

type Progress = { signal: AbortSignal; onProgress: (share: number) => void }

/** How long an answer is waited for before the person may stop waiting, in milliseconds (docs/product.md, section 5.1). */
export const PATIENCE = 10_000

/**
 * One upload at a time: its progress from 0 to 1 (null while none runs), and a
 * way to give it up. While something is left to send it can be cancelled. Sent
 * whole it is the server's, which may be storing it: then the answer is waited
 * for, and once it is overdue the person may stop waiting. Whoever stops then
 * is told the sentence `uncertain`, by an UncertainFailure.
 */
export function useUpload(uncertain: string) {
  const [progress, setProgress] = useState<number | null>(null)
  const [overdue, setOverdue] = useState(false)
  const abortRef = useRef<AbortController>(null)
  const sent = progress !== null && progress >= 1

  useEffect(() => () => abortRef.current?.abort(), [])

  useEffect(() => {
    if (!sent) return
    const timer = setTimeout(() => setOverdue(true), PATIENCE)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [sent])

  return {
    progress,
    running: progress !== null,
    /** True from the last byte sent off to the answer, or until that is overdue: there is nothing to do but wait. */
    waiting: sent && !overdue,
    overdue,
    giveUp: () => abortRef.current?.abort(),
    run: async <Result>(send: (progress: Progress) => Promise<Result>): Promise<Result> => {
      const abort = new AbortController()
      abortRef.current = abort
      let whole = false
      const onProgress = (share: number) => {
        whole = share >= 1
        setProgress(share)
      }
      setProgress(0)
      try {
        return await send({ signal: abort.signal, onProgress })
      } catch (error) {
        throw whole && toFailure(error).cancelled ? new UncertainFailure(uncertain) : error
      } finally {
        setProgress(null)
      }
    },
  }
}
