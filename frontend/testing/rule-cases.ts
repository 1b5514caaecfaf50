import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

type RuleCase = {
  name: string
  input: unknown
  problems: { field: string; message: string }[]
  /** "server" where only the server can know. */
  only?: string
}

/** Reads one of the files whose cases run on both sides. */
export function readCases<Case>(file: string): Case[] {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '../../rules/testdata', file), 'utf8'))
}

/** The cases of one rule that run in the interface. */
export const ruleCases = (file: string) => readCases<RuleCase>(file).filter(({ only }) => only !== 'server')

/** What a schema says of an input, as the server would: at most one problem a field; `field` for a lone value. */
export function problemsOf(schema: v.GenericSchema, input: unknown, field = '') {
  const issues = v.safeParse(schema, input).issues ?? []
  const problems = issues.map((issue) => ({ field: v.getDotPath(issue) ?? field, message: issue.message }))
  return problems.filter(
    ({ field }, index) => problems.findIndex((problem) => problem.field === field) === index,
  )
}
