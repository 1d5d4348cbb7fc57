import type { Drawing, Drawn } from './drawing.ts'
import { drawThumbnail } from './draw-thumbnail.ts'
import { receive, serveUntilLeft } from './receive.ts'

/*
 * The process that draws small pictures of files, apart from the server's own and from the one that uploads wait for,
 * within the same limits of memory.
 */
process.on('message', async ({ length, ...drawing }: Drawing & { length: number }) => {
  process.send?.({ thumbnail: await drawnOrNot(receive(length), drawing) } satisfies Drawn)
})

/** What cannot be drawn has no picture: it was found to be in order all the same. */
async function drawnOrNot(bytes: Uint8Array, drawing: Drawing): Promise<Uint8Array | null> {
  try {
    return await drawThumbnail(bytes, drawing)
  } catch {
    return null
  }
}

serveUntilLeft()
