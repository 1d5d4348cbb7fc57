import { isUnreadable } from '#domain/documents/safety.ts'
import { createOneAtATime } from '#server/concurrency/one-at-a-time.ts'
import { notFound } from '#server/refusal.ts'
import { readWhole } from '#server/storage/read-whole.ts'
import type { Act } from '#server/work.ts'
import { drawSmall } from './inspection/run-drawer.ts'
import { readableDocument } from './queries.ts'

/**
 * The longer edge in pixels. It is shown half as large, sharp on any screen; the words of a page are a few grey dots, so
 * that looking at a list is no reading of what stands in it (docs/decisions/0078).
 */
const EDGE = 112

/** Whoever has many files waits for themselves, and holds few of them in the server's memory. */
const perReader = createOneAtATime()

/**
 * Draws the small picture that a list shows of a file, from the file as it is kept. It is within the same reach as the
 * file, is kept nowhere, and its reading is not recorded.
 *
 * @returns a JPEG; null for a file that is never shown on a page, or that nothing can be drawn of
 * @throws Refusal not-found for one that is missing, removed or out of the reader's reach, all in the same words
 */
export async function drawThumbnail({ context, actor }: Act, id: string): Promise<Uint8Array | null> {
  const document = await readableDocument(context.database.db, id, actor)
  if (document === null) throw notFound()
  if (document.downloadOnly !== null || isUnreadable(document.virusScan)) return null
  return perReader.run(actor.userId, async () => {
    const object = await context.store.get(document.objectKey)
    if (object === null) return null
    return drawSmall(await readWhole(object), { type: document.contentType, edge: EDGE })
  })
}
