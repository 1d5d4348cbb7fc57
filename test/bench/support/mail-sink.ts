import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A mail server that takes whatever it is given and keeps nothing. */
export interface MailSink {
  /** As `SMTP_URL` takes it. */
  url: string
  stop: () => void
}

/** Starts a mail server in a process of its own, as the firm's is. */
export async function startMailSink(): Promise<MailSink> {
  const child = fork(new URL('mail-sink-process.ts', import.meta.url))
  const [port] = (await once(child, 'message')) as [number]
  return { url: `smtp://127.0.0.1:${port}`, stop: () => child.disconnect() }
}
