import type { NodeOptions, Site } from './site.ts'

/** A fault of a site, and its limits. Acknowledged changes are never lost or duplicated. */
export interface Fault {
  name: string
  /** As named in the table of docs/reliability.md. */
  promise: string
  /** `npm test` runs it too, once. */
  isQuick?: true
  servers: readonly NodeOptions[]
  /** Needs its own disk of this many megabytes, which only root can mount. */
  diskMegabytes?: number
  /** Needs files in a bucket, on its own site. */
  hasBucket?: true
  /** Needs a mail server, on its own site. */
  hasMail?: true
  /** Milliseconds until unacknowledged requests can no longer take effect, if longer than usual. */
  inDoubtMs?: number
  /** Causes the fault and ends it, under load. */
  inject: (site: Site) => Promise<void>
  /** Waits and checks after the load has ended. */
  afterwards?: (site: Site) => Promise<void>
  /** Limits of what users may notice. */
  bounds: Bounds
}

/** Limits beyond "nothing is lost". */
export interface Bounds {
  /** Every request gets a response. */
  noErrors?: true
  /** No request gets a 503 either. */
  noRejections?: true
  /**
   * Maximum seconds without any response, measured by small probes at twenty per second. For faults that kill one
   * server and leave another.
   */
  silenceSeconds?: number
  /**
   * Maximum seconds without an acknowledged change, on a dedicated machine. Longer than the silence: a client cut off
   * during a change waits until it can no longer take effect, then checks (`load.ts`).
   */
  gapSeconds: number
  /** Maximum seconds until a response, on a dedicated machine. */
  waitSeconds: number
}

/** Everything that a user waits for gets a response, or an error, within this time. */
export const WAITS_AT_MOST = 10
export const TWO: readonly NodeOptions[] = [{}, {}]
