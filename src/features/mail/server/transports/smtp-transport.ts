import { onFirstMail } from './on-first-mail.ts'
import { MailRefusedError, type MailTransport } from './transport.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 30_000
const MAX_CONNECTIONS = 2

/** The recipient or content was rejected; other 5xx responses, such as to authentication, concern all mails. */
const PERMANENT_MAIL_ERRORS: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE'])

function asMailError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return error
  const forGood = typeof error.responseCode === 'number' && error.responseCode >= 500
  return forGood && PERMANENT_MAIL_ERRORS.has(error.code) ? new MailRefusedError(error.message) : error
}

/** Options of every connection. */
const TIMEOUTS = {
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: SILENCE_TIMEOUT_MS,
}

/**
 * Connects and signs in to a mail server without sending a mail.
 *
 * @throws if that fails
 */
export async function verifySmtp(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...TIMEOUTS })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Sends mails through an `smtp://` or `smtps://` server. */
export function createSmtpTransport(url: string): MailTransport {
  const smtp = onFirstMail((createTransport) =>
    createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      ...TIMEOUTS,
    }),
  )
  return {
    async send(mail) {
      const transport = await smtp.open()
      await transport.sendMail(mail).catch((error: unknown) => {
        throw asMailError(error)
      })
    },
    close: () => smtp.close(),
  }
}
