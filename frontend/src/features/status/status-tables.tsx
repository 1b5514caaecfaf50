import { nameIn } from '../../lib/formats/format'
import { formatTime } from '../../lib/time/time'
import { type Column, Table } from '../../ui/tables/table'
import { Distance } from '../../ui/text/moment'
import { Tag, type Tone } from '../../ui/text/tag'
import type { Finding, Job } from './model'
import { asSentence, jobStates, levelNames, jobs as words } from './words.en'

/** How long ago a time is, with the exact time as a tooltip and for screen readers. Takes RFC 3339. */
export function Ago({ iso }: { iso: string }) {
  const exact = formatTime(iso)
  return (
    <time dateTime={iso} title={exact}>
      <Distance iso={iso} />
      <span className="sr-only">, {exact}</span>
    </time>
  )
}

const findingTones: Partial<Record<string, Tone>> = { ok: 'green', note: 'orange', problem: 'red' }

/** A finding, and how long ago it was found, if that was before the last checks. */
export function FoundText({ text, at }: { text: string; at: string | undefined }) {
  return (
    <p>
      {text}
      {at && (
        <>
          {' '}
          (<Ago iso={at} />)
        </>
      )}
    </p>
  )
}

/** What the checks of one group found. */
export function FindingList({ findings }: { findings: Finding[] }) {
  return (
    <dl className="border-t border-base-300">
      {findings.map(({ level, subject, text, do: remedy, at }) => (
        <div
          key={`${subject}: ${text}`}
          className="grid gap-x-6 border-b border-base-300 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{asSentence(subject)}</dt>
          <dd className="wrap-anywhere">
            <Tag tone={findingTones[level] ?? 'gray'}>{nameIn(levelNames, level)}</Tag>
            <FoundText text={asSentence(text)} at={at} />
            {remedy && <p className="text-muted">{asSentence(remedy)}</p>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const stateTones: Partial<Record<string, Tone>> = {
  ok: 'green',
  waiting: 'gray',
  late: 'red',
  failing: 'red',
}

const columns: Column<Job>[] = [
  {
    head: words.title,
    wide: true,
    className: 'wrap-anywhere',
    cell: ({ title, error }) => (
      <>
        <span className="font-semibold">{title}</span>
        {error && <span className="block whitespace-pre-line text-error">{error}</span>}
      </>
    ),
  },
  { head: words.schedule, className: 'lg:whitespace-nowrap', cell: ({ schedule }) => schedule },
  {
    head: words.state,
    cell: ({ state }) => <Tag tone={stateTones[state] ?? 'gray'}>{nameIn(jobStates, state)}</Tag>,
  },
  {
    head: words.lastRun,
    className: 'lg:whitespace-nowrap',
    cell: ({ running, lastRunAt }) => {
      if (running) return words.running
      return lastRunAt ? <Ago iso={lastRunAt} /> : words.never
    },
  },
  {
    head: words.took,
    className: 'lg:whitespace-nowrap',
    cell: ({ took }) => (took === null ? words.none : words.milliseconds(took)),
  },
]

/** The jobs of the program, with the outcome of their last runs. */
export function JobTable({ jobs }: { jobs: Job[] }) {
  return <Table caption={words.caption} columns={columns} rows={jobs} keyOf={({ id }) => id} />
}
