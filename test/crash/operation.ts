import type { HttpSession } from '#test/support/http.ts'
import type { TestServer } from '#test/support/server.ts'

/** The relevant part of an operation's response. */
interface Answer {
  status: number
}

/** An operation with its own users and files, ready to be tried. */
export interface Trial {
  act: () => Promise<Answer>
  /** Repeats it, or continues where it has already happened, as a user would. Returns whether that succeeds. */
  again: () => Promise<boolean>
  /** Repeats the call with its idempotency key; afterwards it has happened exactly once. */
  keyedCall?: string
}

/** Creates the users and files of a trial. @param visit an anonymous user from a unique address */
export type Operation = (server: TestServer, visit: () => HttpSession) => Promise<Trial>

export function isDone({ status }: Answer): boolean {
  return status < 300
}

/** Repeats the same call, which is idempotent. */
export function repeatable(act: () => Promise<Answer>): Trial {
  return { act, again: async () => isDone(await act()) }
}
