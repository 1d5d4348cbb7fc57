import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A mail server that accepts all mails and discards them. */
export interface MailSink {
  /** For `SMTP_URL`. */
  url: string
  stop: () => void
}

/** Starts it in a process of its own. */
export async function startMailSink(): Promise<MailSink> {
  const child = fork(new URL('mail-sink-process.ts', import.meta.url))
  const [port] = (await once(child, 'message')) as [number]
  return { url: `smtp://127.0.0.1:${port}`, stop: () => child.disconnect() }
}
