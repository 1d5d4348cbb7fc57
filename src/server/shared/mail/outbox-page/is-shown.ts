import type { Settings } from '#server/platform/config/settings.ts'

/** Whether mails leave this system at all, or become files. */
export function sendsEmail({ mail }: Pick<Settings, 'mail'>): boolean {
  return mail.smtpUrl !== undefined
}

/**
 * Whether staff may look at the mails. Temporary passwords stand in them: only a demonstration, where nobody is real
 * and no mail leaves, shows them.
 */
export function isOutboxShown(settings: Pick<Settings, 'demo' | 'production' | 'mail'>): boolean {
  return settings.demo && !settings.production && !sendsEmail(settings)
}
