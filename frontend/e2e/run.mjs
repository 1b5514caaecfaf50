// Runs the browser tests, all or those named, one file after another, on copies of one sample.
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

/** Holds all that a run lays down: its sample, the folders of its servers, the profiles of its browsers. */
const room = await mkdtemp(path.join(tmpdir(), 'deskmate-run-'))
const sample = path.join(room, 'sample')

try {
  await makeSeed(sample)
  // One at a time: what is told live is also a question of time.
  const tests = spawn(process.execPath, ['--test', '--test-concurrency=1', ...files], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: room, DESKMATE_E2E_SEED: sample },
    detached: true, // a group of their own, which is ended with the servers that they have started
  })
  const end = (signal) => {
    if (tests.exitCode === null && tests.signalCode === null) process.kill(-tests.pid, signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  const [code] = await once(tests, 'close')
  process.exitCode = code ?? 1
} finally {
  // What was interrupted may still be ending, and writing.
  await rm(room, { recursive: true, force: true, maxRetries: 20 })
}
