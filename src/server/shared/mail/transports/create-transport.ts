import path from 'node:path'
import type { Settings } from '#server/platform/config/settings.ts'
import { createFileTransport } from './file-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { MailTransport } from './transport.ts'

/** Where mails lie as files, when no mail server is set. */
export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, 'outbox')
}

/** The mail server where one is set, else files. */
export function createMailTransport({ mail, dataDir }: Settings): MailTransport {
  return mail.smtpUrl === undefined
    ? createFileTransport(outboxFolder(dataDir))
    : createSmtpTransport(mail.smtpUrl)
}
