// The sample of `make demo`, made once for all tests of a run.
import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Runs a command of the program to its end. */
export const runProgram = promisify(execFile)

/** The program that is tested. */
export const program = fileURLToPath(new URL('../../deskmate', import.meta.url))

/** Makes the sample in an empty folder. */
export const makeSeed = (dir) => runProgram(program, ['demo', `--dir=${dir}`])

/** Lays the sample of this run into an empty folder; a test file that is run by itself makes its own. */
export const laySeed = (dir) => {
  const made = process.env.DESKMATE_E2E_SEED
  return made ? cp(made, dir, { recursive: true }) : makeSeed(dir)
}
