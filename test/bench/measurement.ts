/** How much is measured: little while a user works on it, more for the table of the documentation. */
export interface Scale {
  /** How often each contender has its turn. */
  rounds: number
  /** How long a turn takes, in seconds. */
  seconds: number
  /** A folder in which databases that take long to fill stay for the next run; undefined where each run fills its own. */
  keep: string | undefined
}

/** One line of the table. */
export interface Row {
  what: string
  measured: string
  promised: string
  met: boolean
}

/** A subject that is measured: the default export of a `*.bench.ts`, run in a process of its own. */
export interface Measurement {
  name: string
  /** One or two sentences: what is against what, and under which load. */
  about: string
  measure: (scale: Scale) => Promise<Row[]>
}
