/** The state of anything that is checked. Absent is never in order: only `done` is. */
export type CheckState =
  /** Not set up. */
  | { is: 'not-configured' }
  /** Tried, without an answer. */
  | { is: 'unavailable'; since: string; why: string }
  /** Done, but too long ago. */
  | { is: 'stale'; of: string; allowedDays: number }
  | { is: 'incomplete'; done: number; of: number }
  /** `with`: the ids of what it was done with. */
  | { is: 'done'; at: string; with: readonly string[] }

/** Whether a check is in order. */
export function isDone({ is }: CheckState): boolean {
  return is === 'done'
}
