import path from 'node:path'
import type { Settings } from '#base/server/config/settings.ts'
import { createFileTransport } from './file-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { MailTransport } from './transport.ts'

/** Folder of mail files without a mail server. */
export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, 'outbox')
}

/** SMTP if configured, otherwise files. */
export function createMailTransport({ mail, dataDir }: Settings): MailTransport {
  return mail.smtpUrl === undefined
    ? createFileTransport(outboxFolder(dataDir))
    : createSmtpTransport(mail.smtpUrl)
}
