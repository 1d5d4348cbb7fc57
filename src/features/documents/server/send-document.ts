import type { FastifyReply } from 'fastify'
import { contentDisposition, safeFileName } from './file-name.ts'
import type { OpenedDocument } from './read.ts'

/** How a document is sent: as a download, or inline in a frame of our own pages. */
export type Disposition = 'attachment' | 'inline'

/**
 * Documents have their own content policy: nothing in them may load or run. Inline ones may be framed by our own pages;
 * browsers show pictures in a page of theirs, whose styles are inline.
 */
const policies = {
  attachment: "default-src 'none'; frame-ancestors 'none'",
  inline: "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
} as const satisfies Record<Disposition, string>

/**
 * Sends a document with its detected type.
 *
 * @param asked ignored for types that are never shown inline
 * @param name the file name of a download
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

/** Sends the thumbnail of a document, or no content where there is none. Never cached by browsers. */
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
