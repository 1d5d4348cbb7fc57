import { isUnreadable } from '#base/rules/files/safety.ts'
import { tooMuchAtOnce } from '#base/server/concurrency/fair-share.ts'
import { createOwnerQueues } from '#base/server/concurrency/owner-queues.ts'
import { notFound } from '#base/server/domain-error.ts'
import { readWhole } from '#base/server/storage/read-whole.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { renderThumbnail } from './inspection/run-drawer.ts'
import { readableDocument } from './queries.ts'

/**
 * The longer edge in pixels; shown at half the size. Text is illegible, so showing it does not count as reading the
 * file (docs/decisions/0011).
 */
const EDGE = 112

/** A user with many files delays only their own, and few of them are in memory. */
const perReader = createOwnerQueues({ width: 1, maxWaiting: 50, whenFull: tooMuchAtOnce })

/** SHA-256 of the latest files that cannot be rendered, so that they are not tried again. */
const undrawable = new Set<string>()
const MAX_REMEMBERED = 10_000

/**
 * Renders the thumbnail of a file for lists. It has the access rules of the file, is not stored, and is not recorded as
 * access.
 *
 * @returns a JPEG; null for a file that is never shown inline, or cannot be rendered
 * @throws DomainError not-found for one that is missing, removed or out of the reader's scope, all with the same text
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
    const drawn = await renderThumbnail(await readWhole(object), { type: contentType, edge: EDGE })
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
