// Runs the program on a free port, for one test file.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copySeed, program, runProgram } from './seed.mjs'

export const ADMIN_KEY = 'key-of-the-browser-tests'

/** Below the ports that systems assign, so that a port stays free while its server restarts. */
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
 * Starts the program on a new data folder, which is empty or, with `sample`, holds the sample data of `make demo`.
 * With `files`, it serves the interface in that folder instead of the built-in one. `env` are variables of its
 * environment. `run` of the result runs another command of the program on the same data folder.
 */
export async function startServer({ sample = false, files, env = {} } = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'deskmate-e2e-'))
  const address = `127.0.0.1:${await freePort()}`
  let kill = async () => {}
  let signal = () => {}

  const start = async () => {
    const interfaceFlags = files ? [`--publicDir=${files}`] : []
    const child = spawn(program, ['serve', `--http=${address}`, `--dir=${dir}`, ...interfaceFlags], {
      env: { ...process.env, DESKMATE_ADMIN_KEY: ADMIN_KEY, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = new Promise((resolve) => child.once('close', resolve))
    signal = (name) => child.kill(name)
    kill = async (name) => {
      child.kill(name)
      await closed
    }
    await waitUntilStarted(child)
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
    if (!health.ok) throw new Error(`the health check failed: ${health.status}`)
    return {
      url,
      stop,
      start,
      run: (...args) => runProgram(program, [...args, `--dir=${dir}`]),
      kill: () => kill('SIGKILL'),
      /** Requests sent while paused are accepted by the system, and answered after `resume`. */
      pause: () => signal('SIGSTOP'),
      resume: () => signal('SIGCONT'),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for the log line that says that the server has started. */
function waitUntilStarted(child) {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk) => {
      output += chunk
      if (output.includes('Server started')) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}:\n${output}`)))
  })
}
