import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '#base/server/logging/describe-error.ts'

/** States of a part of the deployment, best first. A problem needs attention now; a warning can wait. */
export const findingStates = ['ok', 'warning', 'problem'] as const

/** The result for one part: what is wrong, and what to do. */
export interface Finding {
  name: string
  title: string
  state: (typeof findingStates)[number]
  detail: string
}

/** A finding without the part's name. */
export type Outcome = Pick<Finding, 'state' | 'detail'>

export const ok = (detail: string): Outcome => ({ state: 'ok', detail })
export const warning = (detail: string): Outcome => ({ state: 'warning', detail })
export const problem = (detail: string): Outcome => ({ state: 'problem', detail })

/** A mail server may take 10 seconds to connect and 10 more to greet. */
const EXAMINATION_MS = 25_000

/** Examines one part within {@link EXAMINATION_MS}. An exception becomes a problem. */
export async function examine(
  name: string,
  title: string,
  work: () => Promise<Outcome | readonly Outcome[]> | Outcome | readonly Outcome[],
): Promise<Finding[]> {
  const over = new AbortController()
  const late = problem(`It did not answer within ${EXAMINATION_MS / 1000} seconds.`)
  const expired = wait(EXAMINATION_MS, late, { signal: over.signal }).catch(() => late)
  try {
    const outcomes = await Promise.race([work(), expired])
    return [outcomes].flat().map((outcome) => ({ name, title, ...outcome }))
  } catch (error) {
    return [{ name, title, ...problem(reasonOf(error)) }]
  } finally {
    over.abort()
  }
}
