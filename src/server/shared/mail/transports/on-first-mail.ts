import type { createTransport } from 'nodemailer'

/** A transport of the library that is made when the first mail goes: until then none of its forty modules is loaded. */
export interface MadeOnFirstMail<Transport> {
  open: () => Promise<Transport>
  close: () => void
}

/** @param make makes it */
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
