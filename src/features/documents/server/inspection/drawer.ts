import type { Drawing, Drawn } from './drawing.ts'
import { drawThumbnail } from './draw-thumbnail.ts'
import { receive, serveUntilDisconnected } from './receive.ts'

/*
 * The process that renders thumbnails. It is separate from the one that checks uploads, with the same memory limits.
 */
process.on('message', async ({ length, ...drawing }: Drawing & { length: number }) => {
  process.send?.({ thumbnail: await drawnOrNot(receive(length), drawing) } satisfies Drawn)
})

/** A file that cannot be rendered has no thumbnail; it is valid all the same. */
async function drawnOrNot(bytes: Uint8Array, drawing: Drawing): Promise<Uint8Array | null> {
  try {
    return await drawThumbnail(bytes, drawing)
  } catch {
    return null
  }
}

serveUntilDisconnected()
