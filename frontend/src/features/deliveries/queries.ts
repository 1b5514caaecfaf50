import { makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { deliver, getDeliveredText, listDeliveries } from './api'

const noun = 'assignments'

/** All versions of an assignment's work. They change together with the assignment. */
export const deliveriesQuery = (assignment: string) =>
  question(['deliveries', 'of', assignment], (signal) => listDeliveries(assignment, signal), [
    { noun, id: assignment },
  ])

/** The text of a delivered file. Deliveries never change. */
export const deliveredTextQuery = (assignment: string, version: number, file: string) =>
  question(
    ['deliveries', 'text', assignment, version, file],
    (signal) => getDeliveredText(assignment, version, file, signal),
    [],
  )

/** As `deliver`. The assignment is fetched again even if it is unknown whether the files arrived. */
export const saveDelivery = (...[assignment, ...args]: Parameters<typeof deliver>) =>
  makeChange([{ noun, id: assignment, change: 'update' }], () => deliver(assignment, ...args))
