// The sample of `make demo`, made once for all tests of a run.
import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Runs a command of the program to its end. */
export const runProgram = promisify(execFile)

/** The program that is tested. */
export const program = fileURLToPath(new URL('../../deskmate', import.meta.url))

/** Fills an empty folder with the sample. */
export const makeSeed = (dir) => runProgram(program, ['demo', `--dir=${dir}`])

/** Copies the sample of this run into an empty folder. A test file that runs on its own makes a sample. */
export const copySeed = (dir) => {
  const made = process.env.DESKMATE_E2E_SEED
  return made ? cp(made, dir, { recursive: true }) : makeSeed(dir)
}
