// The real program on a free port, for one test file.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copySeed, program, runProgram } from './seed.mjs'

export const ADMIN_KEY = 'key-of-the-browser-tests'

/** Ports that systems give to nobody by themselves: one stays free while its server is down for a while. */
const PORTS = { from: 12_000, to: 30_000 }

async function freePort() {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    const probe = createServer()
    const free = await new Promise((resolve, reject) => {
      probe.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
}

/**
 * Starts the program on a folder of its own: an empty one or, with `sample`, one that holds the invented people and
 * work of `make demo`. With `files`, that folder's interface is served in the place of the built-in one. The answer's
 * `run` runs another command of the program on the same folder.
 */
export async function startServer({ sample = false, files } = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'deskmate-e2e-'))
  const address = `127.0.0.1:${await freePort()}`
  let kill = async () => {}
  let signal = () => {}

  const start = async () => {
    const shown = files ? [`--publicDir=${files}`] : []
    const running = spawn(program, ['serve', `--http=${address}`, `--dir=${dir}`, ...shown], {
      env: { ...process.env, DESKMATE_ADMIN_KEY: ADMIN_KEY },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise((resolve) => running.once('close', resolve))
    signal = (name) => running.kill(name)
    kill = async (name) => {
      running.kill(name)
      await ended
    }
    await started(running)
  }
  const stop = async () => {
    await kill()
    await rm(dir, { recursive: true, force: true })
  }

  try {
    if (sample) await copySeed(dir)
    await start()
    const url = `http://${address}`
    const health = await fetch(`${url}/api/health`)
    if (!health.ok) throw new Error(`the server is not well: ${health.status}`)
    return {
      url,
      stop,
      start,
      run: (...args) => runProgram(program, [...args, `--dir=${dir}`]),
      kill: () => kill('SIGKILL'),
      /** What is sent meanwhile is taken in by the machine, and answered after `resume`. */
      pause: () => signal('SIGSTOP'),
      resume: () => signal('SIGCONT'),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for the line that says that the server listens. */
function started(running) {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk) => {
      said += chunk
      if (said.includes('Server started')) resolve()
    }
    running.stdout.on('data', listen)
    running.stderr.on('data', listen)
    running.once('error', reject)
    running.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)))
  })
}
