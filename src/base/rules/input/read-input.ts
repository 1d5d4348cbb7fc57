import type { z } from 'zod'
import { plainMessage } from './messages.ts'

/** A problem with input. */
export interface InputProblem {
  /** Dotted path of the field; '' for the whole input. */
  path: string
  message: string
}

/** Parsed input, or its problems. */
export type Input<Schema extends z.ZodType> =
  | { ok: true; data: z.output<Schema> }
  | { ok: false; problems: InputProblem[] }

/**
 * Parses input by its schema. The only code that exposes schema errors: with the schema's message, or one of the
 * message table.
 */
export function readInput<Schema extends z.ZodType>(schema: Schema, value: unknown): Input<Schema> {
  const parsed = schema.safeParse(value, { error: plainMessage })
  return parsed.success
    ? { ok: true, data: parsed.data }
    : { ok: false, problems: parsed.error.issues.flatMap(problemsOf) }
}

/** An unknown field is reported by its own path. */
function problemsOf(issue: z.core.$ZodIssue): InputProblem[] {
  const { path, message } = issue
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
  return paths.map((names) => ({ path: names.join('.'), message }))
}
