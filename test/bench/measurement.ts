/** Scale of a measurement: small during development, larger for the published table. */
export interface Scale {
  /** Turns of each contender. */
  rounds: number
  /** Duration of a turn, in seconds. */
  seconds: number
  /** Folder of databases that are slow to fill and reused by the next run; undefined to fill new ones. */
  keep: string | undefined
}

/** One row of the table. */
export interface Row {
  what: string
  measured: string
  promised: string
  met: boolean
}

/** A measured subject: the default export of a `*.bench.ts`, run in a process of its own. */
export interface Measurement {
  name: string
  /** One or two sentences: the contenders and the load. */
  about: string
  measure: (scale: Scale) => Promise<Row[]>
}
