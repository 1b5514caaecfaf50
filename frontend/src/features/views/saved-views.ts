import * as v from 'valibot'
import { firstProblem, requiredText } from '../../lib/rules'
import { localShelf } from '../../lib/storage'

/** A view that somebody wants to come back to: its name, and its address behind that of the page ("?status=graded"). */
const viewSchema = v.object({ name: v.string(), address: v.pipe(v.string(), v.regex(/^(\?.*)?$/)) })

export type SavedView = v.InferOutput<typeof viewSchema>

/** How many views an account may keep in a browser. */
const MOST_VIEWS = 20

const nameSchema = requiredText('Name', 60)

const keyOf = (account: string) => `views:${account}`

/** The views that an account keeps in this browser, by name. */
export function readViews(account: string): SavedView[] {
  try {
    const read = v.safeParse(v.array(viewSchema), JSON.parse(localShelf.read(keyOf(account)) ?? '[]'))
    return read.success ? read.output : []
  } catch {
    return []
  }
}

const write = (account: string, views: SavedView[]) => {
  localShelf.write(keyOf(account), JSON.stringify(views))
  return views
}

const same = (name: string) => (view: SavedView) => view.name.toLowerCase() === name.toLowerCase()

/** What is wrong with keeping a view under a name, or nothing (docs/product.md, section 4.5). */
export function checkView(views: SavedView[], name: string): string | undefined {
  const problem = firstProblem(nameSchema, name)
  if (problem) return problem
  if (views.length >= MOST_VIEWS && !views.some(same(name.trim())))
    return `At most ${MOST_VIEWS} views can be saved`
}

/** Keeps a view; one of the same name gives way. Answers all that are kept. */
export function saveView(account: string, { name, address }: SavedView): SavedView[] {
  const saved = { name: name.trim(), address }
  const views = [...readViews(account).filter((view) => !same(saved.name)(view)), saved]
  return write(
    account,
    views.sort((one, other) => one.name.localeCompare(other.name)),
  )
}

/** Forgets a view. Answers those that are left. */
export function deleteView(account: string, name: string): SavedView[] {
  return write(
    account,
    readViews(account).filter((view) => view.name !== name),
  )
}
