import { all, choice, listOf, named } from '../../ui/tables/list'
import { STATUS, statusWords } from './words.en'

/** The held texts, usually those that wait for a decision. */
export const textList = listOf({
  path: '/admin/dashboard/texts',
  filters: {
    status: choice(STATUS, [...named(statusWords), all]),
  },
})

export type TextFilter = typeof textList.usual
