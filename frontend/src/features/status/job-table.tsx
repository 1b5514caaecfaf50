import { nameIn } from '../../lib/formats/format'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { Tag, type Tone } from '../../ui/text/tag'
import { Ago } from './ago'
import type { Job } from './types'
import { jobStates, jobs as words } from './words'

const tones: Partial<Record<string, Tone>> = { ok: 'green', waiting: 'gray', late: 'red', failing: 'red' }

const columns = [
  { label: words.title },
  { label: words.schedule },
  { label: words.state },
  { label: words.lastRun },
  { label: words.took },
]

/** The jobs of the program, with what became of their last runs. */
export function JobTable({ jobs }: { jobs: Job[] }) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={columns} />
      <tbody>
        {jobs.map(({ id, title, schedule, state, lastRunAt, took, error, running }) => (
          <tr key={id} className={rowClass}>
            <td data-label={words.title} className={`${wideCellClass} wrap-anywhere`}>
              <span className="font-semibold">{title}</span>
              {error && <span className="block whitespace-pre-line text-error">{error}</span>}
            </td>
            <td data-label={words.schedule} className="lg:whitespace-nowrap">
              {schedule}
            </td>
            <td data-label={words.state}>
              <Tag tone={tones[state] ?? 'gray'}>{nameIn(jobStates, state)}</Tag>
            </td>
            <td data-label={words.lastRun} className="lg:whitespace-nowrap">
              {running ? words.running : lastRunAt ? <Ago iso={lastRunAt} /> : words.never}
            </td>
            <td data-label={words.took} className="lg:whitespace-nowrap">
              {took === null ? words.none : words.milliseconds(took)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
