import { nameIn } from '../../lib/formats/format'
import { type Column, Table } from '../../ui/tables/table'
import { Tag, type Tone } from '../../ui/text/tag'
import { Ago } from './ago'
import type { Job } from './types'
import { jobStates, jobs as words } from './words'

const tones: Partial<Record<string, Tone>> = { ok: 'green', waiting: 'gray', late: 'red', failing: 'red' }

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
    cell: ({ state }) => <Tag tone={tones[state] ?? 'gray'}>{nameIn(jobStates, state)}</Tag>,
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

/** The jobs of the program, with what became of their last runs. */
export function JobTable({ jobs }: { jobs: Job[] }) {
  return <Table caption={words.caption} columns={columns} rows={jobs} keyOf={({ id }) => id} />
}
