import type { createTransport } from 'nodemailer'

/** Loads the mail library with the first mail: its forty modules slow down the start. */
export interface MadeOnFirstMail<Transport> {
  open: () => Promise<Transport>
  close: () => void
}

/** @param make creates the transport */
export function onFirstMail<Transport extends { close: () => void }>(
  make: (create: typeof createTransport) => Transport,
): MadeOnFirstMail<Transport> {
  let made: Transport | undefined
  return {
    async open() {
      const library = await import('nodemailer')
      return (made ??= make(library.createTransport))
    },
    close: () => made?.close(),
  }
}
