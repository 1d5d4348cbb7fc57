import type { Settings } from '#base/server/config/settings.ts'

/** Whether mails are sent by a mail server, or written to files. */
export function sendsEmail({ mail }: Pick<Settings, 'mail'>): boolean {
  return mail.smtpUrl !== undefined
}

/**
 * Whether staff may see mails. They contain temporary passwords, so only a demonstration without real users and real
 * mail shows them.
 */
export function isOutboxShown(settings: Pick<Settings, 'demo' | 'production' | 'mail'>): boolean {
  return settings.demo && !settings.production && !sendsEmail(settings)
}
