import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

type RuleCase = {
  name: string
  input: unknown
  problems: { field: string; message: string }[]
  /** "server" if only the server can check the case. */
  only?: string
}

/** Reads a file of test cases that the server and the interface share. */
export function readCases<Case>(file: string): Case[] {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '../../hooks/domain/testdata', file), 'utf8'))
}

/** The cases of one rule that run in the interface. */
export const ruleCases = (file: string) => readCases<RuleCase>(file).filter(({ only }) => only !== 'server')

/** Validates an input and returns the problems as the server would: at most one per field. `field` names a lone value. */
export function problemsOf(schema: v.GenericSchema, input: unknown, field = '') {
  const issues = v.safeParse(schema, input).issues ?? []
  const problems = issues.map((issue) => ({ field: v.getDotPath(issue) ?? field, message: issue.message }))
  return problems.filter(
    ({ field }, index) => problems.findIndex((problem) => problem.field === field) === index,
  )
}
