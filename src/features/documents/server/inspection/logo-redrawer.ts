import sharp from 'sharp'
import { receive, serveUntilDisconnected } from './receive.ts'
import { redraw, type RedrawnLogo } from './redraw-logo.ts'

/** What the process answers; null for a file that is no picture. */
export interface LogoAnswer {
  logo: RedrawnLogo | 'too-small' | null
}

// Only these formats are read, and only from memory: an SVG cannot reach a file or another address.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

/* The process that redraws logos, with the same limits as the one that opens clients' files. */
process.on('message', async ({ length }: { length: number }) => {
  const bytes = receive(length)
  const logo = await redraw(bytes).catch(() => null)
  process.send?.({ logo } satisfies LogoAnswer)
})

serveUntilDisconnected()
