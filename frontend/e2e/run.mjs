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

const seed = await mkdtemp(path.join(tmpdir(), 'deskmate-seed-'))
try {
  await makeSeed(seed)
  // One at a time: what is told live is also a question of time.
  const tests = spawn(process.execPath, ['--test', '--test-concurrency=1', ...files], {
    stdio: 'inherit',
    env: { ...process.env, DESKMATE_E2E_SEED: seed },
  })
  const [code] = await once(tests, 'close')
  process.exitCode = code ?? 1
} finally {
  await rm(seed, { recursive: true, force: true })
}
