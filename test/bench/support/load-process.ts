import autocannon, { type Client } from 'autocannon'
import type { Load, LoadReport } from './load.ts'

/** The process that sends requests until its parent disconnects. */
process.on('message', (load: Load) => {
  void send(load).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ fault: String(error) }),
  )
})

async function send({ url, seconds, connections }: Load): Promise<LoadReport> {
  const waiting = [...connections]
  const setupClient = (client: Client) => client.setRequests(waiting.shift() ?? [])
  const done = await autocannon({ url, duration: seconds, connections: connections.length, setupClient })
  const failed = done.non2xx + done.errors
  if (failed > 0) return { fault: `${failed} of ${done.requests.total} requests failed.` }
  return {
    result: {
      perSecond: done['2xx'] / done.duration,
      medianMs: done.latency.p50,
      p99Ms: done.latency.p99,
    },
  }
}
