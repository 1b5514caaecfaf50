import type { ComponentProps } from 'react'
import { formatCount } from '../../lib/formats/format'
import { SelectField } from '../../ui/forms/text-field'
import type { Tutor } from './types'

/** A tutor in one line: name, rating, how much of their work is open. */
function tutorLine({ name, specialization, averageRating, ratingCount, openAssignments }: Tutor) {
  const rating =
    ratingCount > 0 ? `${averageRating.toFixed(1)} out of 5 (${formatCount(ratingCount)})` : 'not rated yet'
  return [name, specialization, rating, `${formatCount(openAssignments)} open`].filter(Boolean).join(' · ')
}

/**
 * The choice of a tutor with rating and open work in view (docs/product.md,
 * section 3.5). The one who has the work stays to be seen while the others load,
 * and when they are no tutor any more.
 */
export function TutorChoice({
  tutors,
  assigned,
  ...field
}: {
  /** Null while they load. */
  tutors: Tutor[] | null
  assigned: { _id: string; name: string } | null
} & Omit<ComponentProps<typeof SelectField>, 'label' | 'choices'>) {
  const missing = assigned && !tutors?.some(({ _id }) => _id === assigned._id) ? [assigned] : []
  const choices = [
    { value: '', label: 'Nobody' },
    ...missing.map(({ _id, name }) => ({ value: _id, label: name })),
    ...(tutors ?? []).map((tutor) => ({ value: tutor._id, label: tutorLine(tutor) })),
  ]
  return <SelectField label="Tutor" choices={choices} {...field} />
}
