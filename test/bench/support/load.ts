import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A request as a browser would send it. */
export interface LoadRequest {
  method: 'GET' | 'PUT' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Requests by connection; each connection repeats its own in order. */
export interface Load {
  url: string
  seconds: number
  connections: LoadRequest[][]
}

/** The result of a load. */
export interface LoadResult {
  perSecond: number
  medianMs: number
  p99Ms: number
}

/** Message of the load process. */
export type LoadReport = { result: LoadResult } | { fault: string }

export interface LoadGenerator {
  /** @throws Error if any response was an error, so that fast failures do not count as speed */
  run: (load: Load) => Promise<LoadResult>
  close: () => void
}

/** Starts a process that sends requests, so that the server's process spends no time on it. */
export function openLoadGenerator(): LoadGenerator {
  const child = fork(new URL('load-process.ts', import.meta.url))
  return {
    async run(load) {
      child.send(load)
      const [report] = (await once(child, 'message')) as [LoadReport]
      if ('fault' in report) throw new Error(report.fault)
      return report.result
    },
    close: () => child.disconnect(),
  }
}
