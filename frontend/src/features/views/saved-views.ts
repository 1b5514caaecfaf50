import * as v from 'valibot'
import { replacementOfTab } from '../../lib/addresses/old-tabs'
import { browserStorage } from '../../lib/storage/storage'
import { firstProblem, requiredText } from '../../lib/validation/rules'
import { tooManyViews } from './words.en'

/** The page whose views can be saved. */
const PAGE = '/admin/dashboard'

/** Converts the format of earlier versions, which stored only the query, with `?tab=`. */
function currentAddress(address: string) {
  if (address !== '' && !address.startsWith('?')) return address
  return replacementOfTab(PAGE, new URLSearchParams(address)) ?? PAGE + address
}

/** A saved view: its name and its address ("/admin/dashboard/users?role=tutor"). */
const viewSchema = v.object({
  name: v.string(),
  address: v.pipe(v.string(), v.transform(currentAddress), v.regex(/^\/admin\/dashboard(\/[a-z]+)?(\?.*)?$/)),
})

type SavedView = v.InferOutput<typeof viewSchema>

/** The most views that an account may save in a browser. */
const MOST_VIEWS = 20

const nameSchema = requiredText('Name', 60)

const keyOf = (account: string) => `views:${account}`

/** The views that an account has saved in this browser, sorted by name. */
export function readViews(account: string): SavedView[] {
  try {
    const read = v.safeParse(v.array(viewSchema), JSON.parse(browserStorage.read(keyOf(account)) ?? '[]'))
    return read.success ? read.output : []
  } catch {
    return []
  }
}

const write = (account: string, views: SavedView[]) => {
  browserStorage.write(keyOf(account), JSON.stringify(views))
  return views
}

const same = (name: string) => (view: SavedView) => view.name.toLowerCase() === name.toLowerCase()

/** The reason why a view cannot be saved under a name, if there is one (docs/product.md, section 4.5). */
export function checkView(views: SavedView[], name: string): string | undefined {
  const problem = firstProblem(nameSchema, name)
  if (problem) return problem
  if (views.length >= MOST_VIEWS && !views.some(same(name.trim()))) return tooManyViews(MOST_VIEWS)
}

/** Saves a view, replacing one of the same name. Returns all saved views. */
export function saveView(account: string, { name, address }: SavedView): SavedView[] {
  const saved = { name: name.trim(), address }
  const views = [...readViews(account).filter((view) => !same(saved.name)(view)), saved]
  return write(
    account,
    views.sort((one, other) => one.name.localeCompare(other.name)),
  )
}

/** Deletes a view. Returns those that are left. */
export function deleteView(account: string, name: string): SavedView[] {
  return write(
    account,
    readViews(account).filter((view) => view.name !== name),
  )
}
