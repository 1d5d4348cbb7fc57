import type { HttpSession } from '#test/support/http.ts'
import type { TestServer } from '#test/support/server.ts'

/** What an operation answers, as far as it matters here. */
interface Answer {
  status: number
}

/** An operation on people and files of its own, ready to be tried. */
export interface Trial {
  act: () => Promise<Answer>
  /** Does it again, or continues where it turns out to have happened: what a person would do. Answers whether that works. */
  again: () => Promise<boolean>
  /** The call whose repeat carries the key of what was sent before: after it, all has happened once, whatever failed. */
  keyedCall?: string
}

/** Makes the people and files of a trial. @param visit a user who is not signed in, from an address of their own */
export type Operation = (server: TestServer, visit: () => HttpSession) => Promise<Trial>

/** Whether it was done. */
export function isDone({ status }: Answer): boolean {
  return status < 300
}

/** Repeats the very same, where that can be done any number of times. */
export function repeatable(act: () => Promise<Answer>): Trial {
  return { act, again: async () => isDone(await act()) }
}
