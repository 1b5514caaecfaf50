import type { LoaderFunctionArgs } from 'react-router'
import { STATUS_REFRESH, statusQuery } from '../../features/status/api'
import { findingsIn, groupKeys, type LoggedError, type Status, troublesOf } from '../../features/status/model'
import { Ago, FindingList, FoundText, JobTable } from '../../features/status/status-tables'
import { asSentence, errors, facts, groups, page as words } from '../../features/status/words.en'
import { useAnswer } from '../../lib/api/query'
import { Button } from '../../ui/buttons/button'
import { Alert } from '../../ui/feedback/alert'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Section } from '../../ui/text/section'
import { TitledSection } from '../../ui/text/titled-section'
import { askDesk } from './ask-desk'
import { statusTab } from './other-tabs'
import { dashboard } from './words.en'

export const loader = ({ request }: LoaderFunctionArgs) => {
  askDesk(statusQuery)
  return { ...statusTab.viewOf(request), list: statusQuery }
}

/** How the program is doing, and what to do about what does not work (docs/product.md, section 20). */
export function Component() {
  const answer = useAnswer(statusQuery, { refreshEvery: STATUS_REFRESH })
  const { data: status, asking, retry } = answer
  if (answer.failure)
    return (
      <div className="mt-4">
        <LoadFailure answer={answer} title={dashboard.failed} fallback={words.failed} />
      </div>
    )
  if (!status) return <SkeletonRows label={words.loading} count={12} rowHeight={5} />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
        <Summary status={status} />
        <Button small busy={asking} onClick={retry}>
          {words.again}
        </Button>
      </div>
      <Troubles status={status} />
      <div className="mt-8 grid gap-12">
        {groupKeys.map((key) => {
          const findings = findingsIn(status.findings, key)
          if (findings.length === 0 && key !== 'program') return null
          return (
            <TitledSection key={key} id={`status-${key}`} title={groups[key]}>
              {key === 'program' && <Build status={status} />}
              <FindingList findings={findings} />
            </TitledSection>
          )
        })}
        <Section title={groups.jobs} headingClass="mb-6 text-3xl">
          <JobTable jobs={status.jobs} />
        </Section>
        <TitledSection id="status-errors" title={groups.errors}>
          <Errors entries={status.errors} />
        </TitledSection>
      </div>
    </>
  )
}

/** One sentence about everything, and when it was checked. */
function Summary({ status }: { status: Status }) {
  const count = troublesOf(status).length
  const sentence = () => {
    if (count > 0) return words.needsAttention(count)
    if (!status.checkedAt) return words.checking
    return status.state === 'ok' ? words.fine : words.notes
  }
  return (
    <p>
      <strong>{sentence()}</strong>{' '}
      {status.checkedAt && (
        <span className="text-muted">
          {words.checked} <Ago iso={status.checkedAt} />.
        </span>
      )}
    </p>
  )
}

/** What needs attention, with what to do about it. */
function Troubles({ status }: { status: Status }) {
  const troubles = troublesOf(status)
  if (troubles.length === 0) return null
  return (
    <Alert title={words.problems}>
      <ul className="mt-1 grid gap-2 wrap-anywhere">
        {troubles.map(({ key, text, at, remedy }) => (
          <li key={key}>
            <FoundText text={text} at={at} />
            {remedy && <p className="text-muted">{remedy}</p>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Which program runs, and since when. */
function Build({ status: { version, commit, startedAt } }: { status: Status }) {
  return (
    <p className="mb-4 wrap-anywhere">
      {facts.version} {version}, {facts.commit} {commit}. {facts.started} <Ago iso={startedAt} />.
    </p>
  )
}

/** The errors in the log, the newest first. */
function Errors({ entries }: { entries: LoggedError[] }) {
  if (entries.length === 0) return <p>{errors.none}</p>
  return (
    <ul className="border-t border-base-300">
      {entries.map(({ at, message, count }) => (
        <li key={message} className="border-b border-base-300 py-3 wrap-anywhere">
          <p className="whitespace-pre-line">{asSentence(message)}</p>
          <p className="text-muted">
            {asSentence(errors.times(count))}, {errors.last} <Ago iso={at} />
          </p>
        </li>
      ))}
    </ul>
  )
}
