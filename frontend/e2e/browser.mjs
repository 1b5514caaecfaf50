// Opens Chromium, and pages that record their errors.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { chromium } from 'playwright-core'

/** How long to wait, in milliseconds. It is long, so that a slow machine does not fail a test. */
const TIMEOUT = 60_000

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/**
 * Opens a browser context for one person. `faults` collects console errors, content
 * policy violations and exceptions, but not answers of 400 to 499.
 */
export async function openPerson(
  browser,
  url,
  { width = 1280, height = 900, theme = 'light', storageState } = {},
) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    locale: 'en-US',
    reducedMotion: 'reduce',
    storageState,
  })
  context.setDefaultTimeout(TIMEOUT)
  await context.addInitScript((theme) => {
    if (theme === 'dark') localStorage.setItem('theme', theme)
  }, theme)
  const page = await context.newPage()
  const faults = []
  page.on('console', (message) => {
    const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
      message.text(),
    )
    if (message.type() === 'error' && !refused) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  return { context, page, faults }
}

/**
 * Waits until `read` returns the expected value, and fails with `what` if it never does.
 * It calls `read` again with each frame of the page.
 */
export async function eventually(page, read, expected, what) {
  const end = performance.now() + TIMEOUT
  for (;;) {
    const actual = await read()
    if (isDeepStrictEqual(actual, expected)) return
    if (performance.now() > end) assert.deepEqual(actual, expected, what)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

/** The accessible name or the text of the focused element. */
export const focused = (page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

/** What axe checks: everything in WCAG 2 A and AA, or only what the colours of a theme decide. */
const EVERYTHING = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
export const CONTRAST = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Asserts that axe finds no violation. It finishes running transitions first. */
export async function assertAccessible(page, what, runOnly = EVERYTHING) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (runOnly) => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish()
    const result = await globalThis.axe.run(document, { runOnly, resultTypes: ['violations'] })
    return result.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }))
  }, runOnly)
  assert.deepEqual(violations, [], what)
}

/** Asserts that the page does not scroll sideways. */
export function assertFits(page, what) {
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return Math.max(0, scrollWidth - clientWidth)
    })
  return eventually(page, overflow, 0, `${what}: pixels of overflow`)
}

/**
 * Asserts that the page fits these widths. At the widths of `read`, axe finds no violation in the light theme,
 * and enough contrast in the dark one.
 */
export async function assertLayout(
  page,
  what,
  { widths = [320, 360, 768, 1280], read = [360, 1280], height = 800 } = {},
) {
  const setTheme = (theme) =>
    page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme
    }, theme)
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await assertFits(page, `${what} at ${width}`)
    if (!read.includes(width)) continue
    await setTheme('dark')
    await assertAccessible(page, `${what} at ${width}, dark`, CONTRAST)
    await setTheme('light')
    await assertAccessible(page, `${what} at ${width}, light`)
  }
}

/**
 * Stops the clock of the page, and of those opened after it. Only `page.clock.runFor` advances it, so that timers
 * do not depend on the speed of the machine.
 */
export async function stopClock(page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Waits until the browser of a page has subscribed to changes. It hears of all later ones. */
export const subscription = (page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/realtime') && (response.request().postData() ?? '').includes('changes'),
  )

/** Waits until a page has loaded a list again, which it does once it hears of changes. */
export function loadedAgain(page, path) {
  let loads = 0
  return page.waitForEvent(
    'requestfinished',
    (request) => new URL(request.url()).pathname === path && ++loads === 2,
  )
}

/** Waits until a page has loaded and is idle: it fetches the measuring script last. */
export async function pageReady(page) {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/measuring-')),
  )
}

/** Scrolls to the end of a page, so that all its parts are fetched, and waits until none of them is loading. */
export async function scrollThrough(page) {
  await page.locator('h1').first().waitFor()
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
      window.scrollTo(0, y)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
  // A part that comes into the page later may be below the end that was there before.
  await page.waitForFunction(() => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    return !document.querySelector('[role="status"][aria-label^="Loading"]')
  })
}

/** The text of a page as it is printed, which fits one sheet. */
export async function printedText(page) {
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  assert.equal(pdf.match(/\/Type\s*\/Page\b(?!s)/g).length, 1)
  await page.emulateMedia({ media: 'print' })
  const text = await page.evaluate(() => document.body.innerText)
  await page.emulateMedia({ media: 'screen' })
  return text
}

export const assertContains = (text, parts) => {
  for (const part of parts) assert.ok(text.includes(part), `"${part}" is missing in:\n${text}`)
}
