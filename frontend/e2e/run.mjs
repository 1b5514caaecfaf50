// Runs the browser tests, all or those named, one file after another, on copies of the same sample data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSeed } from './seed.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const all = (await readdir(here)).filter((name) => name.endsWith('.test.mjs')).toSorted()
const named = process.argv.slice(2)
const files = named.length > 0 ? named : all.map((name) => path.join(here, name))

/** The temporary folder of the run: the sample data, the data folders of servers, the profiles of browsers. */
const runFolder = await mkdtemp(path.join(tmpdir(), 'deskmate-run-'))
const sample = path.join(runFolder, 'sample')

try {
  await makeSeed(sample)
  // One file at a time: tests of live changes depend on timing.
  const tests = spawn(process.execPath, ['--test', '--test-concurrency=1', ...files], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: runFolder, DESKMATE_E2E_SEED: sample },
    detached: true, // in a process group, so that the servers they start can be stopped with them
  })
  const end = (signal) => {
    if (tests.exitCode === null && tests.signalCode === null) process.kill(-tests.pid, signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  const [code] = await once(tests, 'close')
  process.exitCode = code ?? 1
} finally {
  // Interrupted processes may still be writing.
  await rm(runFolder, { recursive: true, force: true, maxRetries: 20 })
}
