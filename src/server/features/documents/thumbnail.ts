import { isUnreadable } from '#domain/documents/safety.ts'
import { tooMuchAtOnce } from '#server/platform/concurrency/fair-share.ts'
import { createOwnerQueues } from '#server/platform/concurrency/owner-queues.ts'
import { notFound } from '#server/platform/domain-error.ts'
import { readWhole } from '#server/platform/storage/read-whole.ts'
import type { CommandContext } from '#server/shared/command-context.ts'
import { drawSmall } from './inspection/run-drawer.ts'
import { readableDocument } from './queries.ts'

/**
 * The longer edge in pixels. It is shown half as large, sharp on any screen; the words of a page are a few grey dots, so
 * that looking at a list is no reading of what stands in it (docs/decisions/0011).
 */
const EDGE = 112

/** Whoever has many files waits for themselves, and holds few of them in the server's memory. */
const perReader = createOwnerQueues({ width: 1, maxWaiting: 50, whenFull: tooMuchAtOnce })

/** SHA-256 of files that cannot be drawn, the latest ones: drawing them again would take as long as the first time. */
const undrawable = new Set<string>()
const MAX_REMEMBERED = 10_000

/**
 * Draws the small picture that a list shows of a file, from the file as it is kept. It is within the same reach as the
 * file, is kept nowhere, and its reading is not recorded.
 *
 * @returns a JPEG; null for a file that is never shown on a page, or that nothing can be drawn of
 * @throws DomainError not-found for one that is missing, removed or out of the reader's reach, all in the same words
 */
export async function drawThumbnail(
  { context, actor }: CommandContext,
  id: string,
): Promise<Uint8Array | null> {
  const document = await readableDocument(context.database.db, id, actor)
  if (document === null) throw notFound()
  const { downloadOnly, virusScan, objectKey, contentType, sha256 } = document
  if (downloadOnly !== null || isUnreadable(virusScan) || undrawable.has(sha256)) return null
  return perReader.run(actor.userId, async () => {
    const object = await context.store.get(objectKey)
    if (object === null) return null
    const drawn = await drawSmall(await readWhole(object), { type: contentType, edge: EDGE })
    if (drawn === 'undrawable') remember(sha256)
    return typeof drawn === 'string' ? null : drawn
  })
}

/** Forgets the oldest where there are too many. */
function remember(sha256: string): void {
  undrawable.add(sha256)
  const [oldest] = undrawable
  if (undrawable.size > MAX_REMEMBERED && oldest !== undefined) undrawable.delete(oldest)
}
