// Missing parts of the interface: the page reloads once, then shows an error.
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertAccessible, assertFits, eventually, openPerson, stopClock } from './browser.mjs'
import { openNewAssignment } from './desk.mjs'
import { openNewcomer } from './sample.mjs'
import { startServer } from './server.mjs'
import { browser, openStage, server } from './stage.mjs'

let student

openStage({}, async () => {
  student = await openNewcomer(browser, server, 'Robin Vale')
})

const notFound = (route) => route.fulfill({ status: 404, body: 'gone' })

/** Records the loads of the page from now on. */
function countLoads(page) {
  const loads = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return loads
}

const reloadMarks = (page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key === 'reloaded' || key === 'restarted'))

async function chooseProfile(page) {
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
}

const errorHeading = (page) => page.getByRole('heading', { name: 'Something went wrong' })

test('a page missing after an update reloads at its address', async () => {
  const { page } = student
  await page.goto('/dashboard')
  const modal = await openNewAssignment(page)
  await modal.getByLabel('Title').fill('Half an essay')
  await page.keyboard.press('Escape')

  const loads = countLoads(page)
  await page.route('**/assets/profile-page-*.js', notFound, { times: 1 })
  await chooseProfile(page)
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/profile')
  assert.deepEqual(loads, ['/profile'])

  // Back opens the previous page, with its draft.
  await page.goBack()
  await page.getByRole('heading', { name: 'Your Assignments' }).waitFor()
  await eventually(page, () => reloadMarks(page), [], 'the reload marks are removed')
  const reopened = await openNewAssignment(page)
  await eventually(page, () => reopened.getByLabel('Title').inputValue(), 'Half an essay')
  await page.keyboard.press('Escape')
})

/** Renames every script of a built interface, as a new version would. */
async function installNewVersion(files) {
  const assets = path.join(files, 'assets')
  for (const name of await readdir(assets)) {
    if (/\.js\.(br|gz)$/.test(name)) await rm(path.join(assets, name))
  }
  for (const name of await readdir(files)) {
    if (/\.(br|gz)$/.test(name)) await rm(path.join(files, name))
  }
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const references = [path.join(files, 'index.html'), path.join(files, '.vite', 'manifest.json')]
  for (const file of [...references, ...scripts.map((name) => path.join(assets, name))]) {
    let text = await readFile(file, 'utf8')
    for (const name of scripts) text = text.replaceAll(name, `2-${name}`)
    await writeFile(file, text)
  }
  for (const name of scripts) await rename(path.join(assets, name), path.join(assets, `2-${name}`))
}

test('an open page switches to a new version', async () => {
  const files = await mkdtemp(path.join(tmpdir(), 'deskmate-interface-'))
  await cp(fileURLToPath(new URL('../../pb_public/dist', import.meta.url)), files, { recursive: true })
  const upgraded = await startServer({ files })
  const { page, context, faults } = await openPerson(browser, upgraded.url)
  try {
    await page.goto('/services')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The measuring script and the list of services load last. After them, the page requests nothing by itself.
    await page.waitForFunction(() => localStorage.getItem('performance'))
    await page.waitForLoadState('networkidle')
    await upgraded.kill()
    await installNewVersion(files)
    await upgraded.start()
    const loads = countLoads(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' }).click()
    await page.getByLabel('Email').waitFor()
    assert.deepEqual(loads, ['/login'])
    const installed = await page
      .locator('script[type="module"]')
      .evaluateAll((all) => all.map(({ src }) => src))
    assert.ok(
      installed.length > 0 && installed.every((src) => src.includes('/assets/2-')),
      installed.join(' '),
    )
    assert.deepEqual(faults, [])
  } finally {
    await context.close()
    await upgraded.stop()
    await rm(files, { recursive: true })
  }
})

test('a page whose code is missing is tried again later', async () => {
  const { page, context } = await openPerson(browser, server.url)
  const loads = countLoads(page)
  await page.goto('/services')
  await page.route('**/assets/login-page-*.js', notFound)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Log In' }).click()
  await errorHeading(page).waitFor()
  await eventually(page, () => page.title(), 'Something went wrong · Deskmate')
  assert.deepEqual(loads, ['/services', '/login'])
  await assertAccessible(page, 'the error page')

  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await loaded
  await errorHeading(page).waitFor()
  assert.deepEqual(loads, ['/services', '/login', '/login'])

  await page.unroute('**/assets/login-page-*.js')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await page.getByRole('combobox', { name: 'Country code' }).waitFor()
  await navigation.getByRole('link', { name: 'Log In' }).click()
  await page.getByLabel('Email').waitFor()
  assert.equal(new URL(page.url()).pathname, '/login')
  await context.close()
})

test('a page whose code takes over 120 seconds reloads once', async () => {
  const { page, context } = await openPerson(browser, server.url)
  await stopClock(page)
  await page.goto('/services')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loads = countLoads(page)
  await page.route('**/assets/login-page-*.js', () => undefined)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' }).click()
  await page.clock.runFor(1000)
  await page.locator('.animate-advance').waitFor({ state: 'attached' })
  await page.clock.fastForward(118_000)
  assert.deepEqual(loads, [])
  const requestedAgain = page.waitForRequest('**/assets/login-page-*.js')
  await page.clock.fastForward(2000)
  await requestedAgain
  await page.getByRole('status', { name: 'Loading', exact: true }).waitFor()
  assert.deepEqual(loads, ['/login'])
  await page.clock.fastForward(121_000)
  await errorHeading(page).waitFor()
  assert.deepEqual(loads, ['/login'])
  await context.close()
})

test('a page left before it loaded never reloads the next', async () => {
  const { page, context } = await openPerson(browser, server.url)
  await page.clock.install()
  await page.goto('/services')
  await page.route('**/assets/login-page-*.js', () => undefined)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Log In' }).click()
  await page.locator('.animate-advance').waitFor({ state: 'attached' })
  await navigation.getByRole('link', { name: 'Sign Up' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Robin')
  const loads = countLoads(page)
  await page.clock.fastForward(121_000)
  // A reload would begin with a request to the server. This request comes after it.
  await page.evaluate(async () => (await fetch('/api/health')).text())
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Robin')
  assert.deepEqual(loads, [])
  await context.close()
})

test('without a server the page shows an error', async () => {
  const { page, context } = await openPerson(browser, server.url)
  await page.goto('/services')
  const loads = countLoads(page)
  await page.route(/\/(assets|api)\//, (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' }).click()
  await errorHeading(page).waitFor()
  assert.deepEqual(loads, [])
  await page.unroute(/\/(assets|api)\//)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.getByLabel('Email').waitFor()
  assert.equal(new URL(page.url()).pathname, '/login')
  await context.close()
})

test('a section that fails to load reloads the page once', async () => {
  const { page, context } = await openPerson(browser, server.url, { width: 360 })
  const loads = countLoads(page)
  await page.route('**/assets/faq-*.js', notFound)
  await page.goto('/#faq-section')
  const alert = page.getByRole('alert').filter({ hasText: 'Part of this page did not load' })
  await alert.waitFor()
  assert.deepEqual(loads, ['/', '/'])
  await page.getByRole('combobox', { name: 'Country code' }).waitFor()
  await assertAccessible(page, 'a missing section')
  await assertFits(page, 'a missing section')

  await page.unroute('**/assets/faq-*.js')
  await alert.getByRole('button', { name: 'Reload page' }).click()
  await page.getByText('What does a quote cost?').waitFor()
  await context.close()
})

test('a section that fails never reloads a page with input', async () => {
  const { page, context } = await openPerson(browser, server.url, { height: 500 })
  const loads = countLoads(page)
  await page.route('**/assets/faq-*.js', notFound)
  await page.goto('/')
  await page.getByLabel('Description').fill('Half a brief')
  await page.locator('#faq-section').scrollIntoViewIfNeeded()
  await page.getByRole('alert').filter({ hasText: 'Part of this page did not load' }).waitFor()
  assert.deepEqual(loads, ['/'])
  assert.equal(await page.getByLabel('Description').inputValue(), 'Half a brief')
  await context.close()
})

for (const [what, files] of [
  ['script', '**/assets/index-*.js'],
  ['style', '**/assets/index-*.css'],
]) {
  test(`a ${what} that fails to load reloads the page once`, async () => {
    const { page, context } = await openPerson(browser, server.url)
    const loads = countLoads(page)
    // The page requests it twice: for its Link header and for its tag.
    await page.route(files, (route) => (loads.length < 2 ? notFound(route) : route.continue()))
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Email').waitFor()
    await page.waitForLoadState('load')
    assert.deepEqual(loads, ['/login', '/login'])
    await eventually(page, () => reloadMarks(page), [])
    await context.close()
  })
}

test('a document without its script shows an error', async () => {
  const { page, context } = await openPerson(browser, server.url)
  const loads = countLoads(page)
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '<meta name="application-name" content="Deskmate"',
      '<meta name="application-name" content="Essay House"',
    )
    await route.fulfill({ response, body })
  })
  await page.route('**/assets/index-*.js', notFound)
  await page.goto('/login', { waitUntil: 'commit' })
  await errorHeading(page).waitFor()
  await eventually(page, () => page.title(), 'Something went wrong · Essay House')
  assert.deepEqual(loads, ['/login', '/login'])
  await assertAccessible(page, 'the error')
  await page.unroute('**/assets/index-*.js')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.getByLabel('Email').waitFor()
  await context.close()
})

test('a page without its style sheet shows a message', async () => {
  const { page, context } = await openPerson(browser, server.url)
  const loads = countLoads(page)
  await page.route('**/assets/index-*.css', notFound)
  await page.goto('/login', { waitUntil: 'commit' })
  const message = page.getByRole('alert').filter({ hasText: 'its style is missing' })
  await message.waitFor()
  await page.getByLabel('Email').fill('robin@example.com')
  assert.deepEqual(loads, ['/login', '/login'])
  assert.equal(await page.evaluate(() => document.body.firstElementChild.role), 'alert')
  await page.unroute('**/assets/index-*.css')
  await message.getByRole('button', { name: 'Reload page' }).click()
  await message.waitFor({ state: 'detached' })
  await page.getByLabel('Email').waitFor()
  await page.waitForLoadState('load')
  await eventually(page, () => reloadMarks(page), [])
  await context.close()
})

test('a style sheet added by code never reloads the page', async () => {
  const { page, context } = await openPerson(browser, server.url)
  const loads = countLoads(page)
  await page.route('**/assets/part.css', notFound)
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const link = Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        href: '/assets/part.css',
      })
      link.onerror = () => {
        window.partFailed = true
      }
      document.head.append(link)
    })
  })
  await page.goto('/login')
  await page.waitForFunction(() => window.partFailed)
  await page.getByLabel('Email').waitFor()
  assert.deepEqual(loads, ['/login'])
  await eventually(page, () => reloadMarks(page), [])
  assert.equal(await page.getByRole('alert').count(), 0)
  await context.close()
})
