// Steps that several tests share.
import assert from 'node:assert/strict'

export const PASSWORD = 'secret-of-the-tests'

/** Fills the fields of the form on the page by their labels. */
export async function fill(page, fields) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
}

export const main = (page) => page.getByRole('main')

/** A part of the page by its exact name. */
export const region = (page, name) => main(page).getByRole('region', { name, exact: true })

/** Closes the browsers of people, and asserts that they reported no error. */
export async function close(...people) {
  assert.deepEqual(
    people.flatMap(({ faults }) => faults),
    [],
  )
  for (const { context } of people) await context.close()
}

export async function signUp(page, name, email) {
  await page.goto('/signup')
  await fill(page, { Name: name, Email: email, Password: PASSWORD, 'Confirm Password': PASSWORD })
  await main(page).getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/dashboard')
}

export async function registerAdmin(page, name, email, adminKey) {
  await page.goto('/admin/signup')
  await fill(page, {
    Name: name,
    Email: email,
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
    'Admin Key': adminKey,
  })
  await page.getByRole('button', { name: 'Register as Admin' }).click()
}

export async function logIn(page, email, password = PASSWORD) {
  await fill(page, { Email: email, Password: password })
  await main(page).getByRole('button', { name: 'Log In' }).click()
}

export const openNewAssignment = async (page) => {
  await main(page).getByRole('button', { name: 'New Assignment', exact: true }).click()
  return page.getByRole('dialog', { name: 'New Assignment' })
}

/** Creates an assignment in the dialog. `file` is { name, mimeType, buffer }. */
export async function submitAssignment(page, { title, file, dueDate = '2031-12-01T21:00' }) {
  const modal = await openNewAssignment(page)
  await modal.getByLabel('Title').fill(title)
  await modal.getByLabel('Description').fill('Two thousand words, three sources.')
  await modal.getByLabel('Subject').fill('History of science')
  await modal.getByLabel('Due date').fill(dueDate)
  if (file) await modal.getByLabel(/^File/).setInputFiles(file)
  await modal.getByRole('button', { name: 'Create Assignment' }).click()
  await page.getByText('Assignment created').last().waitFor()
  await item(page, title).waitFor()
}

/** The list item of an assignment. */
export const item = (page, title) => page.getByRole('article', { name: title })

export async function chooseFromMenu(page, title, action) {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Clicks a download with `press` and returns Playwright's download. Asserts that the page stays and no tab opens. */
export async function download(page, press) {
  const address = page.url()
  const tabs = page.context().pages().length
  const [saved] = await Promise.all([page.waitForEvent('download'), press()])
  await saved.path()
  assert.deepEqual([page.url(), page.context().pages().length], [address, tabs])
  return saved
}

/** Drops a file, { name, mimeType, buffer }, onto the page's field for files. */
export async function drop(page, { name, mimeType, buffer }) {
  const dataTransfer = await page.evaluateHandle(
    ([name, type, bytes]) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], name, { type }))
      return data
    },
    [name, mimeType, [...buffer]],
  )
  await page.dispatchEvent('[aria-label="Drop area"]', 'drop', { dataTransfer })
}
