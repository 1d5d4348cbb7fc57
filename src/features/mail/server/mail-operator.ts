import { randomUUID } from 'node:crypto'
import type { Settings } from '#base/server/config/settings.ts'
import { createMailTransport } from './transports/create-transport.ts'

/**
 * Sends a mail to an operator at once, without the database: that may be what failed.
 *
 * @throws where the mail server does not accept it
 */
export async function mailOperator(
  settings: Settings,
  { to, subject, text }: { to: string; subject: string; text: string },
): Promise<void> {
  const transport = createMailTransport(settings)
  try {
    const messageId = `<${randomUUID()}@operator>`
    await transport.send({ from: settings.mail.from, to, subject, text, date: new Date(), messageId })
  } finally {
    transport.close()
  }
}
