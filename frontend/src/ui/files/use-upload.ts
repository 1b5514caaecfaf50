import { useEffect, useRef, useState } from 'react'
import { toFailure, UncertainFailure } from '../../lib/api/failure'

/** How a call reports how much has been sent, and is cancelled. */
export type Progress = { signal: AbortSignal; onProgress: (share: number) => void }

/** How long after the last byte an answer counts as overdue, in milliseconds (docs/product.md, section 5.1). */
export const PATIENCE = 10_000

/**
 * Runs one upload at a time and reports its progress from 0 to 1 (null while
 * none runs). An upload can be cancelled until it is fully sent. After that the
 * server may be storing it, so we wait for the answer; once the answer is
 * overdue, the person may stop waiting. `run` then throws an UncertainFailure
 * with the sentence `uncertain`.
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
    /** True from the last byte until the answer arrives or is overdue: there is nothing to do but wait. */
    waiting: sent && !overdue,
    overdue,
    giveUp: () => abortRef.current?.abort(),
    run: async <Result>(send: (progress: Progress) => Promise<Result>): Promise<Result> => {
      const abort = new AbortController()
      abortRef.current = abort
      let isFullySent = false
      const onProgress = (share: number) => {
        isFullySent = share >= 1
        setProgress(share)
      }
      setProgress(0)
      try {
        return await send({ signal: abort.signal, onProgress })
      } catch (error) {
        throw isFullySent && toFailure(error).cancelled ? new UncertainFailure(uncertain) : error
      } finally {
        setProgress(null)
      }
    },
  }
}
