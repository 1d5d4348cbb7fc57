import type { SendMailOptions } from 'nodemailer'

/** A way to send mails. */
export interface MailTransport {
  /** Resolves once the mail is durably accepted; rejects if that is unknown. */
  send: (mail: SendMailOptions) => Promise<void>
  close: () => void
}

/** A permanent rejection (SMTP 5xx) of this mail only. */
export class MailRefusedError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'MailRefusedError'
  }
}
