import type { Context } from '#base/server/context.ts'
import { deliverTo, readyEndpoints } from '#features/integrations/server/webhooks/deliver.ts'
import { publishDueEvents } from '#features/integrations/server/webhooks/publish.ts'
import { startLoop, type Loop } from './loop.ts'

/** Polling reads one index entry, and the few endpoints. */
const PAUSE_MS = 1000

/**
 * Publishes events and delivers them while the server runs. Each endpoint has its own run, so that a slow receiver
 * delays no other; there are at most ten.
 */
export function startWebhookLoop(context: Context): Loop {
  const running = new Map<string, Promise<unknown>>()
  const complain = (err: unknown) => context.log.error({ err }, 'delivering events to webhooks failed')
  const loop = startLoop(
    async (stopping) => {
      await publishDueEvents(context)
      for (const endpoint of await readyEndpoints(context)) {
        if (running.has(endpoint.id)) continue
        const run = deliverTo(context, endpoint, stopping)
          .catch(complain)
          .finally(() => running.delete(endpoint.id))
        running.set(endpoint.id, run)
      }
    },
    PAUSE_MS,
    complain,
  )
  return {
    async stop() {
      await loop.stop()
      await Promise.all(running.values())
    },
  }
}
