import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A request as a browser would send it. */
export interface LoadRequest {
  method: 'GET' | 'PUT' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Requests for a server: each connection sends its own, one after the other, over and over. */
export interface Load {
  url: string
  seconds: number
  connections: LoadRequest[][]
}

/** What a server did under a load. */
export interface LoadResult {
  perSecond: number
  medianMs: number
  p99Ms: number
}

/** What the load's process hands back. */
export type LoadReport = { result: LoadResult } | { fault: string }

/** A process that sends requests. */
export interface LoadGenerator {
  /** @throws Error where a single answer was not a success: what fails quickly must not count as speed */
  run: (load: Load) => Promise<LoadResult>
  close: () => void
}

/** Starts a process that sends requests: the server's own process must not spend its time on that. */
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
