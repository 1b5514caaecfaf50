import type { BoardThing } from './types'

/** The kinds of waiting work that an admin settles in the dialog of the assignment. */
const settledInDialog = ['unassigned', 'tutor_inactive']

/**
 * The address at which an admin does what a thing on the board asks for.
 * `claims` has the ids of the assignments that claims are about, by the id of
 * the claim, once they are known.
 */
export function placeOf({ kind, noun, id }: BoardThing, claims: Record<string, string> = {}): string {
  const named = encodeURIComponent(id)
  switch (noun) {
    case 'quotes':
      return `/admin/dashboard/quotes?quote=${named}`
    case 'assignments':
      return settledInDialog.includes(kind) ? `/admin/dashboard?update=${named}` : `/assignments/${named}`
    case 'claims':
      return claims[id] ? `/assignments/${encodeURIComponent(claims[id])}#claims` : '/admin/dashboard/claims'
    case 'texts':
      return '/admin/dashboard/texts'
    case 'mails':
      return '/admin/dashboard/mails?status=failed'
    default:
      return '/admin/dashboard'
  }
}
