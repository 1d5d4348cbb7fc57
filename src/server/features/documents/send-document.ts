import type { FastifyReply } from 'fastify'
import { contentDisposition, safeFileName } from './file-name.ts'
import type { OpenedDocument } from './read.ts'

/** How a document leaves: to be kept as a file, or to be shown in a frame of our own pages. */
export type Disposition = 'attachment' | 'inline'

/**
 * A document has a content policy of its own: nothing in it may load or run anything. Shown inline it may stand in
 * frames of our own pages; browsers show a picture by way of a page of theirs, whose styles are inline.
 */
const policies = {
  attachment: "default-src 'none'; frame-ancestors 'none'",
  inline: "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
} as const satisfies Record<Disposition, string>

/**
 * Sends a document with the type that was found in it, and with no other.
 *
 * @param asked one that is never shown leaves as an attachment whatever is asked for
 * @param name what it is called where it is kept
 */
export function sendDocument(
  reply: FastifyReply,
  { document, bytes, stream, name: ownName }: OpenedDocument,
  { asked, name = ownName }: { asked: Disposition; name?: string },
): FastifyReply {
  const disposition = document.downloadOnly === null ? asked : 'attachment'
  return reply
    .header('content-type', document.contentType)
    .header('content-length', bytes)
    .header('content-disposition', contentDisposition(disposition, safeFileName(name, document.contentType)))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', policies[disposition])
    .header('x-frame-options', disposition === 'inline' ? 'SAMEORIGIN' : 'DENY')
    .header('cache-control', 'no-store')
    .send(stream)
}

/** Sends the small picture of a document; where there is none, nothing. No browser keeps it, as little as the document. */
export function sendThumbnail(reply: FastifyReply, thumbnail: Uint8Array | null): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (thumbnail === null) return reply.code(204).send()
  return reply
    .header('content-type', 'image/jpeg')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', policies.attachment)
    .header('x-frame-options', 'DENY')
    .send(Buffer.from(thumbnail))
}
