import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { deliverDueMail } from '#server/mail/deliver.ts'
import { createMailTransport } from '#server/mail/transports/create-transport.ts'

/** Asking whether a mail is due reads one index entry: the outbox needs no bell. */
const PAUSE_MS = 1000

/** Sends mail for as long as the server runs. */
export function startMailLoop(context: Context): { stop: () => Promise<void> } {
  const transport = createMailTransport(context.settings)
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await deliverDueMail(context, transport, stopping.signal).catch((error: unknown) => {
        context.log.error({ err: error }, 'the outbox could not be read')
      })
      await wait(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      transport.close()
    },
  }
}
