// Runs Lighthouse on the public pages of the built binary, with a simulated phone. Prints
// the results, and fails if a page misses a limit of docs/performance.md.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { startServer } from '../frontend/e2e/server.mjs'

const pages = ['/', '/services', '/services/essay-writing', '/revision-refund-policy', '/login', '/signup']

/** The result of a page is its run with the median largest paint, because a busy machine slows single runs. */
const RUNS = 3

const perfect = ['accessibility', 'best-practices', 'seo']
const LARGEST_PAINT = 2500
const LAYOUT_SHIFT = 0.02

const score = (run, category) => Math.round(run.categories[category].score * 100)
const measure = (run, audit) => run.audits[audit].numericValue

async function visit(url, port) {
  const { lhr } = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', ...perfect],
  })
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  return lhr
}

async function middleRun(url, port) {
  const runs = []
  while (runs.length < RUNS) runs.push(await visit(url, port))
  const paint = (run) => measure(run, 'largest-contentful-paint')
  return runs.sort((a, b) => paint(a) - paint(b))[(RUNS - 1) / 2]
}

/** The titles of Lighthouse's failed audits in one category. */
function findings(run, category) {
  return run.categories[category].auditRefs
    .map(({ id }) => run.audits[id])
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score < 1)
    .map(({ title }) => title)
    .join('; ')
}

function faultsOf(run) {
  const faults = perfect
    .filter((category) => score(run, category) < 100)
    .map((category) => `${category} ${score(run, category)}: ${findings(run, category)}`)
  const paint = measure(run, 'largest-contentful-paint')
  if (!(paint <= LARGEST_PAINT)) faults.push(`largest paint after ${Math.round(paint)} ms`)
  const shift = measure(run, 'cumulative-layout-shift')
  if (!(shift <= LAYOUT_SHIFT)) faults.push(`layout shift of ${shift.toFixed(3)}`)
  return faults
}

const columns = [
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'LCP',
  'CLS',
  'TBT',
  'over the wire',
]

const rowOf = (page, run) => [
  page,
  ...['performance', ...perfect].map((category) => score(run, category)),
  `${(measure(run, 'largest-contentful-paint') / 1000).toFixed(2)} s`,
  measure(run, 'cumulative-layout-shift').toFixed(3),
  `${Math.round(measure(run, 'total-blocking-time'))} ms`,
  `${(measure(run, 'total-byte-weight') / 1000).toFixed(1)} kB`,
]

const line = (cells) => `| ${cells.join(' | ')} |\n`

const server = await startServer({ sample: true })
let browser
try {
  browser = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
    logLevel: 'error',
  })
  process.stdout.write(line(columns) + line(columns.map(() => '---')))
  const faults = []
  for (const page of pages) {
    const run = await middleRun(server.url + page, browser.port)
    process.stdout.write(line(rowOf(page, run)))
    faults.push(...faultsOf(run).map((fault) => `${page}: ${fault}\n`))
  }
  process.stderr.write(faults.join(''))
  if (faults.length > 0) process.exitCode = 1
} finally {
  browser?.kill()
  await server.stop()
}
