import type { z } from 'zod'
import { plainMessage } from './messages.ts'

/** Something that is wrong with what came in. */
export interface InputProblem {
  /** Dotted path of the field; '' for all of it. */
  path: string
  message: string
}

/** What came in as a schema has it, or what is wrong with it. */
export type Input<Schema extends z.ZodType> =
  | { ok: true; data: z.output<Schema> }
  | { ok: false; problems: InputProblem[] }

/**
 * Reads what came in by its schema. The one place that passes on what a schema finds wrong: in the schema's own words,
 * else in those of the table of messages, never in the parser's.
 */
export function readInput<Schema extends z.ZodType>(schema: Schema, value: unknown): Input<Schema> {
  const parsed = schema.safeParse(value, { error: plainMessage })
  return parsed.success
    ? { ok: true, data: parsed.data }
    : { ok: false, problems: parsed.error.issues.flatMap(problemsOf) }
}

/** A field that nobody asked for is named itself, not what it came in. */
function problemsOf(issue: z.core.$ZodIssue): InputProblem[] {
  const { path, message } = issue
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
  return paths.map((names) => ({ path: names.join('.'), message }))
}
