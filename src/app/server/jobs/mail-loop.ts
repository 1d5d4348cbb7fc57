import type { Context } from '#base/server/context.ts'
import { deliverDueMail } from '#features/mail/server/deliver.ts'
import { createMailTransport } from '#features/mail/server/transports/create-transport.ts'
import { startLoop, type Loop } from './loop.ts'

/** Polling for due mails reads one index entry. */
const PAUSE_MS = 1000

/** Sends mail while the server runs. */
export function startMailLoop(context: Context): Loop {
  const transport = createMailTransport(context.settings)
  const loop = startLoop(
    (stopping) => deliverDueMail(context, transport, stopping),
    PAUSE_MS,
    (error) => context.log.error({ err: error }, 'reading the outbox failed'),
  )
  return {
    async stop() {
      await loop.stop()
      transport.close()
    },
  }
}
