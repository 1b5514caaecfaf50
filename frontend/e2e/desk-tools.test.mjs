// The desk's tools: figures, the choice of several, exports, the history and saved views, on the sample of `make demo`.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertAccessible, assertLayout, eventually, openPerson, pageReady } from './browser.mjs'
import { call, openSamplePerson } from './sample.mjs'
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

const chosen = (page) => page.getByRole('region', { name: 'Selected assignments' })
const choose = (page, title) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true })

/** Scrolls to the charts and waits until they are drawn. */
async function showCharts(page) {
  await page.getByRole('heading', { name: 'Statistics' }).scrollIntoViewIfNeeded()
  await page.locator('.recharts-surface').nth(2).waitFor()
}

test('charts, choice, history and saved views have no violation and fit', async () => {
  const { page, context, faults } = await openPerson(browser, server.url, {
    width: 320,
    storageState: session,
  })
  const widths = { widths: [320, 360, 1280] }
  await open(page)
  await page.getByRole('checkbox', { name: 'Select page' }).check()
  await chosen(page).getByText('20 selected').waitFor()
  await assertLayout(page, 'a choice', widths)
  await showCharts(page)
  await assertLayout(page, 'charts', widths)
  await page.getByRole('button', { name: 'Show as table: Subjects' }).click()
  await page.getByRole('button', { name: 'Show as chart: Subjects' }).waitFor()
  await assertLayout(page, 'a chart as table', widths)
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

test('charts are fetched when they come near, keep their place, and say what their tables say', async () => {
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
  const held = await height()
  await showCharts(page)
  assert.equal(charts.length, 1)
  await eventually(page, async () => Math.abs((await height()) - held) < 2, true, `${held} px are kept`)

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

  // The keyboard stops at what can be seen alone: the tables for the ears lead nowhere while the charts are shown.
  const stops = page.getByRole('region', { name: 'Statistics' }).locator('a, button')
  assert.deepEqual(await stops.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), [
    'Show as table: Weekly intake',
    'Show as table: Priorities',
    'Show as table: Subjects',
  ])

  await page.getByRole('button', { name: 'Show as table: Priorities' }).click()
  await table.getByRole('link', { name: 'High' }).click()
  await page.waitForURL('**/admin/dashboard?priority=High')
  await page.getByText(`of ${stats.priorityStats.find((row) => row.priority === 'High').count}`).waitFor()
})

test('charts show where the system chooses the colours', async () => {
  const { page, context } = await openPerson(browser, server.url, { storageState: session })
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await open(page)
  await showCharts(page)
  const ink = await page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.color = 'CanvasText'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  const parts = page.locator('.recharts-bar-rectangle path, .recharts-label-list text')
  await parts.nth(20).waitFor({ state: 'attached' })
  const inksOf = (all, property) =>
    all.evaluateAll(
      (found, property) => [...new Set(found.map((one) => getComputedStyle(one)[property]))],
      property,
    )
  await eventually(page, () => inksOf(parts, 'fill'), [ink])
  await eventually(page, () => inksOf(page.locator('.recharts-cartesian-axis-line'), 'stroke'), [ink])
  await context.close()
})

test('charts that do not come say so, and leave the rest of the page', async () => {
  const { page, context } = await openPerson(browser, server.url, { storageState: session })
  await page.route('**/assets/desk-charts-*.js', (route) => route.fulfill({ status: 404 }))
  await open(page)
  const heading = page.getByRole('heading', { name: 'Statistics' })
  const anew = page.waitForEvent('load') // once by itself, then it is told
  await heading.scrollIntoViewIfNeeded()
  await anew
  await heading.scrollIntoViewIfNeeded()
  await page.getByText('Part of this page did not load').waitFor()
  await page.locator('tbody tr').first().waitFor()
  await context.close()
})

test('chosen rows are counted, survive news, and are given one status', async () => {
  const { page } = ada
  await open(page, '?status=submitted')
  const [first, second] = await asAdmin('/assignments/all?status=submitted&page=1&perPage=2')
  await choose(page, first.title).focus()
  await page.keyboard.press('Space')
  await choose(page, second.title).check()
  await chosen(page).getByText('2 selected').waitFor()
  await asAdmin(`/assignments/${second._id}`, 'PATCH', { grade: 'Seen live' })
  await page.getByRole('row', { name: second.title }).getByText('Seen live').waitFor()
  const kept = () => Promise.all([first, second].map(({ title }) => choose(page, title).isChecked()))
  await eventually(page, kept, [true, true])
  await chosen(page).getByLabel('New status').selectOption('Pending')
  await chosen(page).getByRole('button', { name: 'Update status' }).click()
  await page.getByText('2 assignments updated successfully').waitFor()
  for (const { _id } of [first, second])
    assert.equal((await asAdmin(`/assignments/${_id}`)).status, 'pending')
  await page.waitForFunction(() => document.activeElement.id === 'select-page')
})

test('a change that empties its view hands the focus to what says so', async () => {
  const { page } = ada
  const [one] = await asAdmin('/assignments/all?status=in_progress&page=1&perPage=1')
  const view = `?status=in_progress&search=${encodeURIComponent(one.title)}`
  await open(page, view)
  await page.getByRole('checkbox', { name: 'Select page' }).check()
  await chosen(page).getByLabel('New status').selectOption('Revision')
  await chosen(page).getByRole('button', { name: 'Update status' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('No matching assignments').waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('No matching assignments'))
  assert.equal(await page.evaluate(() => document.activeElement.role), 'status')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Show all')
})

test("another admin's change stands, and is told beside what is gone", async () => {
  const { page } = ada
  await open(page, '?status=completed,graded')
  const [moved, gone, left] = await asAdmin('/assignments/all?status=completed,graded&page=1&perPage=3')
  for (const { title } of [moved, gone, left]) await choose(page, title).check()
  await asAdmin(`/assignments/${moved._id}`, 'PATCH', { status: 'revision' })
  await asAdmin(`/assignments/${gone._id}`, 'DELETE')
  await page.getByRole('row', { name: gone.title }).waitFor({ state: 'detached' })
  await chosen(page).getByText('3 selected, 2 on other pages').waitFor()
  await chosen(page).getByLabel('New status').selectOption('In progress')
  await chosen(page).getByRole('button', { name: 'Update status' }).click()
  const alert = chosen(page).getByRole('alert')
  await alert.getByText(`${moved.title}: Somebody else has since changed the status to Revision`).waitFor()
  await alert.getByText(`${gone.title}: Assignment not found`).waitFor()
  await assertAccessible(page, 'what stands in the way')
  assert.equal((await asAdmin(`/assignments/${left._id}`)).status, left.status)
  await chosen(page).getByText('1 selected').waitFor()
  await chosen(page).getByRole('button', { name: 'Update status' }).click()
  await page.getByText('1 assignment updated successfully').waitFor()
  assert.equal((await asAdmin(`/assignments/${left._id}`)).status, 'in_progress')
  assert.equal((await asAdmin(`/assignments/${moved._id}`)).status, 'revision')
})

test('a choice ends with its filter, not with its page', async () => {
  const { page } = ada
  await open(page)
  await page.getByRole('checkbox', { name: 'Select page' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await chosen(page).getByText('20 selected, 20 on other pages').waitFor()
  await page.getByLabel('Due', { exact: true }).selectOption('From now on')
  await page.waitForURL('**?due=upcoming')
  await chosen(page).getByText('selected').waitFor({ state: 'detached' })
})

/** The rows of a downloaded CSV; none of the sample's cells holds a line break. */
async function download(page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const bytes = await readFile(await file.path())
  const link = new URL(file.url())
  return { name: file.suggestedFilename(), rows: bytes.toString().trimEnd().split('\n'), bytes, link }
}

test('every list is taken away as filtered, in its order, whatever page is shown', async () => {
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
    const taken = await download(page)
    const direct = await fetch(`${server.url}/api${path}/export.csv?${query}`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    })
    const wanted = Buffer.from(await direct.arrayBuffer())
    assert.equal(taken.name, name)
    assert.ok(taken.rows.length > (search.includes('page=2') ? 21 : 1), `${search} has rows`)
    assert.deepEqual(taken.bytes, wanted, search)
    const list = path === '/assignments' ? '/assignments/all' : path
    assert.equal(taken.rows.length - 1, (await asAdmin(`${list}?${query}`)).length, search)
    // The link opens that view alone.
    taken.link.searchParams.set('sort', 'createdAt')
    assert.equal((await fetch(taken.link)).status, 401)
  }
})

test('the history tells of quote requests, live, and leads to them', async () => {
  const { page } = ada
  await open(page, '/activity')
  const [asked] = await asAdmin('/quotes?page=1&perPage=1')
  await asAdmin(`/quotes/${asked._id}`, 'PATCH', { note: 'Told live' })
  const newest = page.locator('tbody tr').first()
  await newest.getByText(/^Quote updated/).waitFor()
  await newest.getByRole('link', { name: asked.reference }).click()
  await page.waitForURL(`**/admin/dashboard/quotes?quote=${asked._id}`)
  const note = page.getByRole('dialog', { name: `Quote ${asked.reference}` }).getByLabel(/^Note/)
  await eventually(page, () => note.inputValue(), 'Told live')
})

test('the history tells who did what, live, and names lead to the rest of theirs', async () => {
  const { page } = ada
  await open(page, '/activity')
  const [one] = await asAdmin('/assignments/all?status=submitted&page=1&perPage=1')
  await asAdmin(`/assignments/${one._id}`, 'PATCH', { grade: 'Told live' })
  const newest = page.locator('tbody tr').first()
  await newest.getByText(/^Grade or feedback updated/).waitFor()
  await newest.getByText(one.title).waitFor()
  await newest.getByRole('link', { name: one.title }).click()
  await page.waitForURL(`**/admin/dashboard/activity?assignment=${one._id}`)
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

test('a view is saved by name, and leads back after a reload', async () => {
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
  const kept = await page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('views:')).length,
  )
  assert.equal(kept, 1)
})

// Below the totals nothing moves when they come.
for (const [who, address, calls] of [
  ['ada', '/admin/dashboard', ['/api/assignments/stats', '/api/users/stats']],
  ['robin', '/dashboard', ['/api/assignments/stats']],
  ['kim', '/tutor/dashboard', ['/api/assignments/tutor-assignments']],
  ['kim', '/profile/dashboard', ['/api/users/tutor-stats']],
])
  test(`the totals of ${address} take the place that is held for them, at any width`, async () => {
    const { page, context } = await openSamplePerson(browser, server, who)
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      let letGo
      const held = new Promise((resolve) => {
        letGo = resolve
      })
      await page.route(
        (url) => calls.includes(url.pathname),
        async (route) => {
          await held
          await route.continue()
        },
      )
      await page.goto(address)
      const heightOf = async (part) => {
        await part.waitFor()
        await page.evaluate(() => document.fonts.ready)
        return part.evaluate((part) => part.getBoundingClientRect().height)
      }
      const place = await heightOf(page.getByRole('status', { name: 'Loading totals' }))
      letGo()
      const totals = await heightOf(page.getByRole('region', { name: 'Totals' }))
      assert.ok(totals > 80, `${totals} px at ${width}`)
      assert.equal(place, totals, `the place at ${width}`)
      await page.unrouteAll({ behavior: 'wait' })
    }
    await context.close()
  })

// What a dashboard needs is asked for at once: each call is held until all of them have come.
for (const [who, address, expected, rows] of [
  [
    'ada',
    '/admin/dashboard',
    ['/assignments/all', '/assignments/stats', '/services', '/site', '/users/stats'],
    'tbody tr',
  ],
  ['robin', '/dashboard', ['/assignments', '/assignments/stats', '/services'], 'article'],
  ['kim', '/tutor/dashboard', ['/assignments/tutor-assignments', '/services'], 'article'],
])
  test(`${address} paints at most a page of rows after one round trip`, async () => {
    const { page, context } = await openSamplePerson(browser, server, who)
    const asked = []
    let letGo
    const all = new Promise((resolve) => {
      letGo = resolve
    })
    // A live connection that begins asks for everything anew: here it never does.
    await page.route('**/api/realtime', () => {})
    await page.route(
      (url) => url.pathname.startsWith('/api/') && !/\/(auth\/me|realtime)$/.test(url.pathname),
      async (route) => {
        asked.push(new URL(route.request().url()).pathname.replace('/api', ''))
        if (asked.length === expected.length) letGo()
        await all
        await route.continue()
      },
    )
    await page.goto(address)
    await page.locator(rows).first().waitFor()
    await page.waitForLoadState('load')
    assert.deepEqual(asked.toSorted(), expected)
    const shown = await page.locator(rows).count()
    assert.ok(shown > 0 && shown <= 20, `${shown} rows`)
    await context.close()
  })

test('nothing went wrong in the browser', () => assert.deepEqual(ada.faults, []))
