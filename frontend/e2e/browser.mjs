// A real Chromium, and pages that remember what went wrong in them.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { chromium } from 'playwright-core'

/** How long, in milliseconds, something may take to come: long, because only what never comes may fail a test. */
const PATIENCE = 30_000

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
 * A person at their own browser. `faults` collects console errors, content
 * policy violations and exceptions; refused calls that a test expects are no faults.
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
  context.setDefaultTimeout(PATIENCE)
  await context.addInitScript((chosen) => {
    if (chosen === 'dark') localStorage.setItem('theme', chosen)
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
 * Waits until what is read is what is expected: an answer, a focus or a layout may
 * come a moment later. `read` is called anew with each frame of the page.
 */
export async function eventually(page, read, expected, what) {
  const end = performance.now() + PATIENCE
  for (;;) {
    const actual = await read()
    if (isDeepStrictEqual(actual, expected)) return
    if (performance.now() > end) assert.deepEqual(actual, expected, what)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

/** The accessible name or the words of what has the focus. */
export const focused = (page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

/** No violation of WCAG 2 A and AA that axe can see; colours that are still changing are at their end first. */
export async function assertAccessible(page, what) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    for (const one of document.getAnimations())
      if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish()
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const result = await globalThis.axe.run(document, { runOnly: { type: 'tag', values: tags } })
    return result.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }))
  })
  assert.deepEqual(violations, [], what)
}

/** The page does not scroll sideways. */
export function assertFits(page, what) {
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return Math.max(0, scrollWidth - clientWidth)
    })
  return eventually(page, overflow, 0, `${what}: so many pixels stand out`)
}

/** Asserts that the page fits these widths, and that axe finds no violation at the widths of `read` in either theme. */
export async function assertLayout(
  page,
  what,
  { widths = [320, 360, 768, 1280], read = [360, 1280], height = 800 } = {},
) {
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await assertFits(page, `${what} at ${width}`)
    if (!read.includes(width)) continue
    for (const theme of ['dark', 'light']) {
      await page.evaluate((theme) => {
        document.documentElement.dataset.theme = theme
      }, theme)
      await assertAccessible(page, `${what} at ${width}, ${theme}`)
    }
  }
}

/**
 * The clock of the page, and of those that follow it, goes on by `page.clock.runFor` alone: what the interface
 * does after a while is then no question of how fast the machine is.
 */
export async function stopClock(page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
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
  await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label^="Loading"]'))
}
