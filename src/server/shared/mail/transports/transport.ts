import type { SendMailOptions } from 'nodemailer'

/** A way for mails to leave. */
export interface MailTransport {
  /** Resolves when the mail is safely somebody else's; rejects where it is not known to be. */
  send: (mail: SendMailOptions) => Promise<void>
  close: () => void
}

/** The receiving side said no for good (SMTP 5xx), to this mail and not to all. */
export class MailRefusedError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'MailRefusedError'
  }
}
