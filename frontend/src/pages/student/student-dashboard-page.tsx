import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { assignmentStatsQuery, ownAssignmentsQuery } from '../../features/assignments/api'
import type { AssignmentStats } from '../../features/assignments/model'
import { NewAssignmentForm } from '../../features/assignments/new-assignment-form'
import { ownListOf, studentLists } from '../../features/assignments/own-assignments'
import { ownQuotesQuery } from '../../features/quotes/api'
import { OwnQuotes } from '../../features/quotes/own-quotes'
import { own } from '../../features/quotes/words.en'
import { isReportable } from '../../lib/api/failure'
import { ask, useAnswer } from '../../lib/api/query'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import { Modal } from '../../ui/dialogs/modal'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { Section } from '../../ui/text/section'
import { StudentAssignments } from './student-assignments'
import { dashboard, totals } from './words.en'

/** The four totals of a student, each a link to the list that it counts (docs/product.md, section 4.4). */
export function StudentTotals({ show }: { show: string }) {
  const { data, failure, retry } = useAnswer(assignmentStatsQuery)
  if (!data && !failure)
    return (
      <StatPlaceholders>
        <Cards stats={undefined} show="" />
      </StatPlaceholders>
    )
  return (
    <>
      <Cards stats={data} show={show} />
      {failure && isReportable(failure) && (
        <p role="status" className="mt-2 text-muted">
          {totals.failed}{' '}
          <button type="button" className="link" onClick={retry}>
            {totals.retry}
          </button>
        </p>
      )}
    </>
  )
}

function Cards({ stats, show }: { stats: AssignmentStats | undefined; show: string }) {
  return (
    <StatRow label={totals.label} columns={4}>
      {studentLists.map(({ name, label, counts }) => (
        <StatCard
          key={name}
          label={label}
          value={stats ? counts(stats) : '–'}
          to={name === 'all' ? '.' : `?show=${name}`}
          current={name === show}
        />
      ))}
    </StatRow>
  )
}

export const loader = ({ request: { url } }: LoaderFunctionArgs) => {
  const { list, page } = ownListOf(studentLists, new URL(url).searchParams)
  const assignments = ownAssignmentsQuery(list.query, page)
  ask(assignmentStatsQuery, assignments, ownQuotesQuery(1))
  return { show: list.name, page, assignments }
}

export function Component() {
  const { show, page, assignments } = useLoaderData<typeof loader>()
  const found = useAnswer(assignments, { keepPrevious: true })
  const [writing, setWriting] = useState(false)
  const write = () => setWriting(true)
  return (
    <SignedInPage>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">{dashboard.title}</h1>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/upload">{dashboard.upload}</ButtonLink>
          <Button variant="primary" onClick={write}>
            <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
            {dashboard.newAssignment}
          </Button>
        </div>
      </div>
      <StudentTotals show={show} />
      <Section title={own.title} headingClass="mt-10 mb-4 text-2xl">
        <OwnQuotes />
      </Section>
      <StudentAssignments found={found} show={show} page={page} onNew={write} />
      {writing && <NewAssignmentModal onClose={() => setWriting(false)} />}
      <OutdatedNotice />
    </SignedInPage>
  )
}

function NewAssignmentModal({ onClose }: { onClose: () => void }) {
  const created = () => {
    onClose()
    showSuccess(dashboard.created)
  }
  return (
    <Modal title={dashboard.newAssignment} onClose={onClose}>
      <NewAssignmentForm onCreated={created} />
    </Modal>
  )
}
