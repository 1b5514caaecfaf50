import type { ComponentProps } from 'react'
import { SelectField } from '../../ui/forms/select-field'
import type { Tutor } from './model'
import { choice as words } from './words.en'

/** A tutor in one line: name, field, rating, and number of open assignments. */
function tutorLine({ name, specialization, averageRating, ratingCount, openAssignments }: Tutor) {
  const rating = ratingCount > 0 ? words.rating(averageRating.toFixed(1), ratingCount) : words.unrated
  return [name, specialization, rating, words.open(openAssignments)].filter(Boolean).join(' · ')
}

/**
 * The choice of a tutor, each shown with rating and open work (docs/product.md,
 * section 3.5). The assigned tutor is listed even while the others load, and
 * after they stopped being a tutor.
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
    { value: '', label: words.nobody },
    ...missing.map(({ _id, name }) => ({ value: _id, label: name })),
    ...(tutors ?? []).map((tutor) => ({ value: tutor._id, label: tutorLine(tutor) })),
  ]
  return <SelectField label={words.label} choices={choices} {...field} />
}
