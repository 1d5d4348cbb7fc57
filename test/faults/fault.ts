import type { NodeOptions, Site } from './site.ts'

/** What can happen to a site, and what is promised then. Nothing acknowledged is lost or doubled, whatever happens. */
export interface Fault {
  name: string
  /** In the words of the table in docs/reliability.md. */
  promise: string
  /** Played by `npm test` too, once. */
  isQuick?: true
  servers: readonly NodeOptions[]
  /** Played on a disk of its own, of so many megabytes; only root makes one. */
  diskMegabytes?: number
  /** Played with files in a bucket, on a site of its own. */
  hasBucket?: true
  /** Played with mail that goes to a mail server, on a site of its own. */
  hasMail?: true
  /** Milliseconds until which what no one was answered may still take effect, where that is longer than usual. */
  inDoubtMs?: number
  /** Lets it happen, and be over: people are at work meanwhile. */
  inject: (site: Site) => Promise<void>
  /** What is waited for, and expected, once everyone has gone home. */
  afterwards?: (site: Site) => Promise<void>
  /** What people may notice at most. */
  bounds: Bounds
}

/** What is asserted beside that nothing is lost. */
export interface Bounds {
  /** No one went without an answer. */
  noErrors?: true
  /** No one was refused either. */
  noRejections?: true
  /**
   * Seconds without any answer at all, to anyone and to one who asks again: what continues asking is small, at twenty a second.
   * Asked where one is killed and another is left to answer.
   */
  silenceSeconds?: number
  /**
   * Seconds without a change that is acknowledged; on a machine of its own. Longer than the silence: a client that was cut off in
   * a change waits until it can no longer happen, then looks whether it has (`load.ts`).
   */
  gapSeconds: number
  /** Seconds that anyone waits for an answer; on a machine of its own. */
  waitSeconds: number
}

/** Within which everything that a user waits for is answered, if only with a refusal. */
export const WAITS_AT_MOST = 10
export const TWO: readonly NodeOptions[] = [{}, {}]
