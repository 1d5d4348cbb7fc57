import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { onFirstMail } from './on-first-mail.ts'
import type { MailTransport } from './transport.ts'

/** The Message-ID without angle brackets, safe for a file name. */
function fileNameOf(mail: SendMailOptions): string {
  const id = (mail.messageId ?? '').replaceAll(/[^\w.@-]/gu, '')
  const time = new Date(mail.date ?? 0).toISOString().replaceAll(':', '-')
  return `${time} ${id}.eml`
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Atomic and durable: a temporary file, flushed to disk, then renamed. */
async function writeDurably(folder: string, name: string, content: Buffer): Promise<void> {
  const unfinished = path.join(folder, `${name}.unfinished`)
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path.join(folder, name))
  await syncFolder(folder)
}

/**
 * Writes mails as `.eml` files if no mail server is configured. A repetition after a crash overwrites the same file.
 */
export function createFileTransport(folder: string): MailTransport {
  const composer = onFirstMail((createTransport) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const transport = await composer.open()
      const { message } = await transport.sendMail(mail)
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed into memory.')
      await writeDurably(folder, fileNameOf(mail), message)
    },
    close: () => composer.close(),
  }
}
