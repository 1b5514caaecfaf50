// Runs the browser tests, all or those named, two files at a time, on copies of the same sample data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSeed } from './seed.mjs'

/** How many files run at the same time. Each has a server and a browser of its own. */
const AT_ONCE = 2

/** Files that measure, and therefore have the machine to themselves. */
const MEASURING = new Set(['first-load', 'live', 'place', 'weight'].map((name) => `${name}.test.mjs`))

const here = fileURLToPath(new URL('.', import.meta.url))
const all = (await readdir(here)).filter((name) => name.endsWith('.test.mjs')).toSorted()
const named = process.argv.slice(2)
const files = named.length > 0 ? named : all.map((name) => path.join(here, name))

/** The temporary folder of the run: the sample data, the data folders of servers, the profiles of browsers. */
const runFolder = await mkdtemp(path.join(tmpdir(), 'deskmate-run-'))
const sample = path.join(runFolder, 'sample')

const running = new Set()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isStopped = true
    for (const { pid } of running) process.kill(-pid, signal)
  })

/** Runs a file to its end, and then prints what it printed: the name, whether it passed, and the seconds it took. */
async function runFile(file) {
  const start = performance.now()
  const tests = spawn(process.execPath, ['--test-reporter=spec', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: runFolder, DESKMATE_E2E_SEED: sample },
    detached: true, // in a process group, so that the servers they start can be stopped with them
  })
  running.add(tests)
  const output = []
  for (const stream of [tests.stdout, tests.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [code] = await once(tests, 'close')
  running.delete(tests)
  const result = {
    name: path.basename(file),
    passed: code === 0,
    seconds: (performance.now() - start) / 1000,
    report: String(Buffer.concat(output)),
  }
  process.stdout.write(`\n${describe(result)}\n${result.report}`)
  return result
}

const describe = ({ name, passed, seconds }) =>
  `${seconds.toFixed(1).padStart(6)} s  ${name}${passed ? '' : '  FAILED'}`

/** Runs files, so many at the same time, and returns their results. */
async function runFiles(files, atOnce) {
  const waiting = [...files]
  const results = []
  const work = async () => {
    while (waiting.length > 0 && !isStopped) results.push(await runFile(waiting.shift()))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

try {
  const start = performance.now()
  await makeSeed(sample)
  const measures = (file) => MEASURING.has(path.basename(file))
  const results = [
    ...(await runFiles(
      files.filter((file) => !measures(file)),
      AT_ONCE,
    )),
    ...(await runFiles(files.filter(measures), 1)),
  ]
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  const failed = results.filter(({ passed }) => !passed)
  const total = Math.round((performance.now() - start) / 1000)
  // Again at the end, where somebody who has only the last lines of a long run finds them.
  for (const { name, report } of failed)
    process.stdout.write(`\n${name}:\n${report.slice(Math.max(0, report.lastIndexOf('failing tests:')))}\n`)
  process.stdout.write(`
The slowest of ${results.length} files:
${slowest.map(describe).join('\n')}

${total} s in all. Failed: ${failed.map(({ name }) => name).join(', ') || 'none'}.
`)
  process.exitCode = failed.length > 0 || isStopped ? 1 : 0
} finally {
  // Interrupted processes may still be writing.
  await rm(runFolder, { recursive: true, force: true, maxRetries: 20 })
}
