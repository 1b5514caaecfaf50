// A real Chromium, and pages that remember what went wrong in them.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'

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
    reducedMotion: 'reduce',
    storageState,
  })
  context.setDefaultTimeout(15_000)
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

/** No violation of WCAG 2 A and AA that axe can see. */
export async function assertAccessible(page, what) {
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
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
export async function assertFits(page, what) {
  const [scroll, client] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  assert.ok(scroll <= client, `${what}: ${scroll} px of content on ${client} px`)
}

/** Scrolls to the end of a page, so that all of it is fetched, and waits until it stands. */
export async function readThrough(page) {
  await page.locator('h1').first().waitFor()
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
      window.scrollTo(0, y)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
  await page.waitForFunction(() => !document.querySelector('.skeleton, .spinner'))
  await page.waitForLoadState('networkidle')
}
