import { randomUUID } from 'node:crypto'
import { startServer, type RunningServer } from '#app/server/start.ts'
import type { Siblings } from '#base/server/node-state.ts'
import { orderSchema, type Report } from './messages.ts'

/**
 * Runs as one of several workers that share a port (`worker-pool.ts`).
 *
 * @param variables the environment, with this worker's WORKER_INDEX
 */
export async function serveAsWorker(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<RunningServer> {
  // Metrics requests are answered from the start: otherwise all workers would wait for this one.
  if (variables['METRICS_TOKEN'] !== undefined) await answerForMetrics()
  const requested = new Map<string, (text: string | null) => void>()
  const siblings: Siblings = {
    index: Number(variables['WORKER_INDEX']),
    notReady: [],
    reportReadiness: (notReady) => report({ report: 'readiness', notReady }),
    metrics() {
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<string | null>()
      requested.set(id, resolve)
      report({ report: 'metrics', id })
      return promise.finally(() => requested.delete(id))
    },
  }
  let drain: (() => void) | undefined
  process.on('message', (message) => {
    const { data: order } = orderSchema.safeParse(message)
    if (order?.order === 'drain') drain?.()
    if (order?.order === 'readiness') siblings.notReady = order.notReady
    if (order?.order === 'metrics') requested.get(order.id)?.(order.text)
  })
  const server = await startServer(variables, undefined, siblings)
  drain = () => {
    void server.handOver().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  report({ report: 'serving', welcome: server.welcome })
  return server
}

async function answerForMetrics(): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  // Its constructor adds the listener; the registry is set by `prometheus.ts`.
  AggregatorRegistry.setRegistries(new AggregatorRegistry())
}

function report(message_: Report): void {
  if (process.connected) process.send?.(message_)
}
