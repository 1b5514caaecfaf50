// The tools of the admin dashboard: charts, selections, exports, the history and saved views, on the sample data.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertAccessible, assertLayout, eventually, openPerson, pageReady } from './browser.mjs'
import { call, openNewcomer, openSamplePerson, submitAs } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

let ada
let session

openStage({ sample: true }, async () => {
  ada = await openSamplePerson(browser, server, 'ada')
  session = ada.storageState
})

const asAdmin = (path, method = 'GET', body) => call(server, ada.token, method, path, body)

async function open(page, search = '') {
  await page.goto(`/admin/dashboard${search}`)
  await page.locator('tbody tr').first().waitFor()
}

const selection = (page) => page.getByRole('region', { name: 'Selected assignments' })
const checkbox = (page, title) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true })

/** Scrolls to the charts and waits until they are drawn. */
async function showCharts(page) {
  await page.getByRole('heading', { name: 'Statistics' }).scrollIntoViewIfNeeded()
  await page.locator('.recharts-surface').nth(2).waitFor()
}

test('charts, selections, the history and saved views pass axe', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, {
    width: 320,
    storageState: session,
  })
  const widths = { widths: [320, 360, 1280] }
  await open(page)
  await page.getByRole('checkbox', { name: 'Select page' }).check()
  await selection(page).getByText('20 selected').waitFor()
  await assertLayout(page, 'a selection', widths)
  await showCharts(page)
  await assertLayout(page, 'charts', widths)
  await page.getByRole('button', { name: 'Show as table: Subjects' }).click()
  await page.getByRole('button', { name: 'Show as chart: Subjects' }).waitFor()
  await assertLayout(page, 'a chart as a table', widths)
  await open(page, '/activity')
  await page.locator('td[data-label="By"] a').first().click()
  await page.getByRole('button', { name: 'Remove filter: Person' }).waitFor()
  await assertLayout(page, 'the history', widths)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('View name').waitFor()
  await assertLayout(page, 'saved views', widths)
  assert.deepEqual(faults, [])
  await context.close()
})

test('charts load when seen, without shifts, and match their tables', async () => {
  const { page } = ada
  const charts = []
  page.on('request', (request) => {
    if (/\/assets\/desk-charts-/.test(request.url())) charts.push(request.url())
  })
  await open(page)
  await pageReady(page)
  assert.deepEqual(charts, [])
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Statistics' }) })
  const height = async () => (await section.boundingBox()).height
  const reserved = await height()
  await showCharts(page)
  assert.equal(charts.length, 1)
  await eventually(
    page,
    async () => Math.abs((await height()) - reserved) < 2,
    true,
    `${reserved} px are reserved`,
  )

  const stats = await asAdmin('/assignments/stats')
  const table = page.getByRole('table', { name: 'Priorities' })
  const counts = (await table.getByRole('row').allInnerTexts()).slice(1)
  for (const priority of ['High', 'Medium', 'Low']) {
    const count = stats.priorityStats.find((row) => row.priority === priority)?.count ?? 0
    assert.ok(
      counts.some((row) => row.startsWith(priority) && row.endsWith(String(count))),
      `${priority} in ${counts}`,
    )
  }
  const bars = page.getByRole('figure', { name: 'Priorities' }).locator('.recharts-bar-rectangle path')
  const fills = () => bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).fill))
  const token = (name) =>
    page.evaluate((name) => {
      const probe = document.createElement('i')
      probe.style.color = `var(${name})`
      document.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }, name)
  await eventually(page, fills, [
    await token('--color-error'),
    await token('--color-warning'),
    await token('--color-success'),
  ])

  // Only visible controls are in the tab order: the hidden tables have no links while the charts are shown.
  const stops = page.getByRole('region', { name: 'Statistics' }).locator('a, button')
  assert.deepEqual(await stops.evaluateAll((all) => all.map((stop) => stop.getAttribute('aria-label'))), [
    'Show as table: New assignments by week',
    'Show as table: Priorities',
    'Show as table: Subjects',
  ])

  await page.getByRole('button', { name: 'Show as table: Priorities' }).click()
  await table.getByRole('link', { name: 'High' }).click()
  await page.waitForURL('**/admin/dashboard?priority=High')
  await page.getByText(`of ${stats.priorityStats.find((row) => row.priority === 'High').count}`).waitFor()
})

test('charts are visible in forced colours', async () => {
  const { page, context } = await openPerson(browser, server.url, { storageState: session })
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await open(page)
  await showCharts(page)
  const textColor = await page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.color = 'CanvasText'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  const parts = page.locator('.recharts-bar-rectangle path, .recharts-label-list text')
  await parts.nth(20).waitFor({ state: 'attached' })
  const colorsOf = (all, property) =>
    all.evaluateAll(
      (found, property) => [...new Set(found.map((part) => getComputedStyle(part)[property]))],
      property,
    )
  await eventually(page, () => colorsOf(parts, 'fill'), [textColor])
  await eventually(page, () => colorsOf(page.locator('.recharts-cartesian-axis-line'), 'stroke'), [textColor])
  await context.close()
})

test('the page still works when its charts fail to load', async () => {
  const { page, context } = await openPerson(browser, server.url, { storageState: session })
  await page.route('**/assets/desk-charts-*.js', (route) => route.fulfill({ status: 404 }))
  await open(page)
  const heading = page.getByRole('heading', { name: 'Statistics' })
  const reloaded = page.waitForEvent('load') // the page reloads once before it shows the message
  await heading.scrollIntoViewIfNeeded()
  await reloaded
  await heading.scrollIntoViewIfNeeded()
  await page.getByText('Part of this page did not load').waitFor()
  await page.locator('tbody tr').first().waitFor()
  await context.close()
})

test('selected rows survive live changes, and get one status', async () => {
  const { page } = ada
  await open(page, '?status=submitted')
  const [first, second] = await asAdmin('/assignments/all?status=submitted&page=1&perPage=2')
  await checkbox(page, first.title).focus()
  await page.keyboard.press('Space')
  await checkbox(page, second.title).check()
  await selection(page).getByText('2 selected').waitFor()
  await asAdmin(`/assignments/${second._id}`, 'PATCH', { grade: 'Seen live' })
  await page.getByRole('row', { name: second.title }).getByText('Seen live').waitFor()
  const checked = () => Promise.all([first, second].map(({ title }) => checkbox(page, title).isChecked()))
  await eventually(page, checked, [true, true])
  await selection(page).getByLabel('New status').selectOption('Pending')
  await selection(page).getByRole('button', { name: 'Update status' }).click()
  await page.getByText('2 assignments updated successfully').waitFor()
  for (const { _id } of [first, second])
    assert.equal((await asAdmin(`/assignments/${_id}`)).status, 'pending')
  await page.waitForFunction(() => document.activeElement.id === 'select-page')
})

test('emptying the list moves the focus to the message', async () => {
  const { page } = ada
  const [assignment] = await asAdmin('/assignments/all?status=in_progress&page=1&perPage=1')
  const view = `?status=in_progress&search=${encodeURIComponent(assignment.title)}`
  await open(page, view)
  await page.getByRole('checkbox', { name: 'Select page' }).check()
  await selection(page).getByLabel('New status').selectOption('Revision')
  await selection(page).getByRole('button', { name: 'Update status' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('No matching assignments').waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('No matching assignments'))
  assert.equal(await page.evaluate(() => document.activeElement.role), 'status')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Show all')
})

test("another admin's change is kept, and reported", async () => {
  const { page } = ada
  // What was delivered cannot be deleted, and nobody decides in their own case.
  const student = await openNewcomer(browser, server, 'Vic Stone')
  const { _id } = await submitAs(server, student, 'An essay to delete')
  await student.context.close()
  await asAdmin(`/assignments/${_id}`, 'PATCH', { status: 'completed' })
  await open(page, '?status=completed,graded')
  const [deleted, changed, unchanged] = await asAdmin(
    '/assignments/all?status=completed,graded&page=1&perPage=3',
  )
  for (const { title } of [changed, deleted, unchanged]) await checkbox(page, title).check()
  await asAdmin(`/assignments/${changed._id}`, 'PATCH', { status: 'revision' })
  await asAdmin(`/assignments/${deleted._id}`, 'DELETE')
  await page.getByRole('row', { name: deleted.title }).waitFor({ state: 'detached' })
  await selection(page).getByText('3 selected, 2 on other pages').waitFor()
  await selection(page).getByLabel('New status').selectOption('In progress')
  await selection(page).getByRole('button', { name: 'Update status' }).click()
  const alert = selection(page).getByRole('alert')
  await alert.getByText(`${changed.title}: Somebody else has since changed the status to Revision`).waitFor()
  await alert.getByText(`${deleted.title}: Assignment not found`).waitFor()
  await assertAccessible(page, 'the blocking assignments')
  assert.equal((await asAdmin(`/assignments/${unchanged._id}`)).status, unchanged.status)
  await selection(page).getByText('1 selected').waitFor()
  await selection(page).getByRole('button', { name: 'Update status' }).click()
  await page.getByText('1 assignment updated successfully').waitFor()
  assert.equal((await asAdmin(`/assignments/${unchanged._id}`)).status, 'in_progress')
  assert.equal((await asAdmin(`/assignments/${changed._id}`)).status, 'revision')
})

test('a new filter ends the selection, another page does not', async () => {
  const { page } = ada
  await open(page)
  await page.getByRole('checkbox', { name: 'Select page' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await selection(page).getByText('20 selected, 20 on other pages').waitFor()
  await page.getByLabel('Due', { exact: true }).selectOption('From now on')
  await page.waitForURL('**?due=upcoming')
  await selection(page).getByText('selected').waitFor({ state: 'detached' })
})

/** Downloads the CSV and returns its rows. No cell of the sample data has a line break. */
async function download(page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const bytes = await readFile(await file.path())
  const link = new URL(file.url())
  return { name: file.suggestedFilename(), rows: bytes.toString().trimEnd().split('\n'), bytes, link }
}

test('every export covers all pages, with filters and order', async () => {
  const { page } = ada
  for (const [search, path, name] of [
    ['?status=submitted&priority=High&sort=title', '/assignments', 'assignments.csv'],
    ['?sort=dueDate&page=2', '/assignments', 'assignments.csv'],
    ['/users?role=student&sort=-name', '/users', 'users.csv'],
    ['/quotes?sort=deadline', '/quotes', 'quotes.csv'],
    ['/activity?kind=assignment.submitted', '/activities', 'activities.csv'],
    ['/activity?search=robin&sort=timestamp', '/activities', 'activities.csv'],
  ]) {
    const query = new URLSearchParams(search.replace(/^[^?]*/, ''))
    query.delete('page')
    await open(page, search)
    const exported = await download(page)
    const direct = await fetch(`${server.url}/api${path}/export.csv?${query}`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    })
    const expected = Buffer.from(await direct.arrayBuffer())
    assert.equal(exported.name, name)
    assert.ok(exported.rows.length > (search.includes('page=2') ? 21 : 1), `${search} has rows`)
    assert.deepEqual(exported.bytes, expected, search)
    const list = path === '/assignments' ? '/assignments/all' : path
    assert.equal(exported.rows.length - 1, (await asAdmin(`${list}?${query}`)).length, search)
    // The link opens only this view.
    exported.link.searchParams.set('sort', 'createdAt')
    assert.equal((await fetch(exported.link)).status, 401)
  }
})

test('the history shows changes of quote requests live', async () => {
  const { page } = ada
  await open(page, '/activity')
  const [quote] = await asAdmin('/quotes?page=1&perPage=1')
  await asAdmin(`/quotes/${quote._id}`, 'PATCH', { note: 'Changed live' })
  const newest = page.locator('tbody tr').first()
  await newest.getByText(/^Quote updated/).waitFor()
  await newest.getByRole('link', { name: quote.reference }).click()
  await page.waitForURL(`**/admin/dashboard/quotes?quote=${quote._id}`)
  const note = page.getByRole('dialog', { name: `Quote ${quote.reference}` }).getByLabel(/^Note/)
  await eventually(page, () => note.inputValue(), 'Changed live')
})

test('the history shows who did what, live', async () => {
  const { page } = ada
  await open(page, '/activity')
  const [assignment] = await asAdmin('/assignments/all?status=submitted&page=1&perPage=1')
  await asAdmin(`/assignments/${assignment._id}`, 'PATCH', { grade: 'Changed live' })
  const newest = page.locator('tbody tr').first()
  await newest.getByText(/^Grade or feedback updated/).waitFor()
  await newest.getByText(assignment.title).waitFor()
  await newest.getByRole('link', { name: assignment.title }).click()
  await page.waitForURL(`**/admin/dashboard/activity?assignment=${assignment._id}`)
  await page.getByText(/^1 to \d of \d$/).waitFor()
  await page.getByRole('button', { name: 'Remove filter: Assignment' }).click()
  await page.getByLabel('Event', { exact: true }).selectOption('Handed in')
  await page.waitForURL('**/admin/dashboard/activity?kind=assignment.submitted')
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  await page.getByLabel('From').fill(today)
  await page.waitForURL(`**from=${today}`)
  await page.reload()
  await page.locator('tbody tr').or(page.getByText('No matching activity')).first().waitFor()
  await eventually(page, () => page.getByLabel('From').inputValue(), today)
  await eventually(page, () => page.getByLabel('Event', { exact: true }).inputValue(), 'assignment.submitted')
})

test('a saved view can be opened after a reload', async () => {
  const { page } = ada
  await open(page, '/activity?kind=assignment.status&sort=timestamp')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('View name').fill('First changes')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await open(page)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('link', { name: 'First changes' }).click()
  await page.waitForURL('**/admin/dashboard/activity?kind=assignment.status&sort=timestamp')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const accounts = await page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('views:')).length,
  )
  assert.equal(accounts, 1)
})

// Loading the totals must not shift the page below them.
for (const [who, address, calls] of [
  ['ada', '/admin/dashboard', ['/api/assignments/stats', '/api/users/stats']],
  ['robin', '/dashboard', ['/api/assignments/stats']],
  ['kim', '/tutor/dashboard', ['/api/assignments/tutor-assignments']],
  ['kim', '/profile/dashboard', ['/api/users/tutor-stats']],
])
  test(`the totals of ${address} are as high as their placeholder`, async () => {
    const { page, context } = await openSamplePerson(browser, server, who)
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      let release
      const released = new Promise((resolve) => {
        release = resolve
      })
      await page.route(
        (url) => calls.includes(url.pathname),
        async (route) => {
          await released
          await route.continue()
        },
      )
      await page.goto(address)
      const heightOf = async (part) => {
        await part.waitFor()
        await page.evaluate(() => document.fonts.ready)
        return part.evaluate((part) => part.getBoundingClientRect().height)
      }
      const placeholder = await heightOf(page.getByRole('status', { name: 'Loading totals' }))
      release()
      const totals = await heightOf(page.getByRole('region', { name: 'Totals' }))
      assert.ok(totals > 80, `${totals} px at ${width}`)
      assert.equal(placeholder, totals, `height at ${width}`)
      await page.unrouteAll({ behavior: 'wait' })
    }
    await context.close()
  })

// A dashboard requests everything at once: each request is held until all of them have arrived. The bell in the
// header comes later.
for (const [who, address, expected, rows] of [
  [
    'ada',
    '/admin/dashboard',
    [
      '/assignments/all',
      '/assignments/stats',
      '/desk/board/counts',
      '/mails/state',
      '/services',
      '/site',
      '/users/stats',
    ],
    'tbody tr',
  ],
  ['robin', '/dashboard', ['/assignments', '/assignments/stats', '/quotes/mine', '/services'], 'article'],
  ['kim', '/tutor/dashboard', ['/assignments/tutor-assignments', '/services'], 'article'],
])
  test(`${address} shows at most one page after one round trip`, async () => {
    const { page, context } = await openSamplePerson(browser, server, who)
    const requests = []
    let release
    const all = new Promise((resolve) => {
      release = resolve
    })
    // A new live connection reloads everything, so it is blocked here.
    await page.route('**/api/realtime', () => {})
    await page.route(
      (url) => url.pathname.startsWith('/api/') && !/\/(auth\/me|notices|realtime)$/.test(url.pathname),
      async (route) => {
        requests.push(new URL(route.request().url()).pathname.replace('/api', ''))
        if (requests.length === expected.length) release()
        await all
        await route.continue()
      },
    )
    await page.goto(address)
    await page.locator(rows).first().waitFor()
    await page.waitForLoadState('load')
    assert.deepEqual(requests.toSorted(), expected)
    const count = await page.locator(rows).count()
    assert.ok(count > 0 && count <= 20, `${count} rows`)
    await context.close()
  })

test('the browser reported no error', () => assert.deepEqual(ada.faults, []))
