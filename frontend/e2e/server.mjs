// Starts the real program on an empty folder and a free port, for one test file.
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const ADMIN_KEY = 'key-of-the-browser-tests'

const binary = fileURLToPath(new URL('../../deskmate', import.meta.url))

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

/**
 * `run` runs another command of the program on the same folder. With `sample`, the folder holds the invented people and work of `make demo`;
 * with `files`, that folder's interface is served in the place of the built-in one.
 */
export async function startServer({ sample = false, files } = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'deskmate-e2e-'))
  const address = `127.0.0.1:${await freePort()}`
  let kill = async () => {}
  let signal = () => {}

  const start = async () => {
    const shown = files ? [`--publicDir=${files}`] : []
    const program = spawn(binary, ['serve', `--http=${address}`, `--dir=${dir}`, ...shown], {
      env: { ...process.env, DESKMATE_ADMIN_KEY: ADMIN_KEY },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise((resolve) => program.once('close', resolve))
    signal = (name) => program.kill(name)
    kill = async (name) => {
      program.kill(name)
      await ended
    }
    await started(program)
  }
  const stop = async () => {
    await kill()
    await rm(dir, { recursive: true, force: true })
  }

  try {
    if (sample) await promisify(execFile)(binary, ['demo', `--dir=${dir}`])
    await start()
    const url = `http://${address}`
    const health = await fetch(`${url}/api/health`)
    if (!health.ok) throw new Error(`the server is not well: ${health.status}`)
    return {
      url,
      stop,
      start,
      run: (...args) => promisify(execFile)(binary, [...args, `--dir=${dir}`]),
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
function started(program) {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk) => {
      said += chunk
      if (said.includes('Server started')) resolve()
    }
    program.stdout.on('data', listen)
    program.stderr.on('data', listen)
    program.once('error', reject)
    program.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)))
  })
}
