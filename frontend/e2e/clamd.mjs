// A real virus scanner, with a database that knows only the test file of all virus scanners.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The content of the test file (www.eicar.org), which is harmless. In parts, so that no scanner objects to this one. */
export const MALWARE = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
)

/** Returns the `socket` of a scanner that is not running yet, and its `start`, `stop` and final `close`. */
export async function prepareClamd() {
  const dir = await mkdtemp(path.join(tmpdir(), 'clamd-'))
  const socket = path.join(dir, 'socket')
  const signature = Buffer.from(MALWARE).toString('hex')
  await writeFile(path.join(dir, 'test.ndb'), `Deskmate.Test:0:*:${signature}\n`)
  const settings = { Foreground: 'yes', LocalSocket: socket, DatabaseDirectory: dir, TemporaryDirectory: dir }
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  await writeFile(path.join(dir, 'clamd.conf'), lines.join(''))

  let stop = async () => {}
  const start = async () => {
    // Debian's clamd is not on everybody's path.
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
    const daemon = spawn('clamd', [`--config-file=${dir}/clamd.conf`], { stdio: 'ignore', env })
    const ended = once(daemon, 'exit')
    stop = async () => {
      daemon.kill('SIGKILL')
      await ended
      await rm(socket, { force: true })
    }
    await Promise.race([listens(socket), ended.then(() => assertRuns(daemon))])
  }
  const close = async () => {
    await stop()
    await rm(dir, { recursive: true, force: true })
  }
  return { socket, start, stop: () => stop(), close }
}

function assertRuns({ exitCode }) {
  throw new Error(`clamd ended with ${exitCode}`)
}

/** Waits until something listens. */
async function listens(socket) {
  for (;;) {
    const connection = connect(socket)
    const isThere = await once(connection, 'connect').then(
      () => true,
      () => false,
    )
    connection.destroy()
    if (isThere) return
  }
}
