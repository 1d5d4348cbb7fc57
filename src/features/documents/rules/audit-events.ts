import { clientEvent, event, type ProofFailure } from '#features/audit/rules/event.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import type { PaperOnly } from '#features/documents/rules/paper-only.ts'
import type { SealLevel } from '#features/signing/rules/signables.ts'

export const documentsEvents = {
  'document.registered': clientEvent<{
    documentId: string
    kind: DocumentKindName
    sha256: string
    bytes: number
  }>('Document uploaded', 'documents'),
  /** `documentId` is null where the upload was rejected before registration. */
  'document.infected': clientEvent<{
    documentId: string | null
    kind: DocumentKindName
    sha256: string
    virus: string
  }>('Infected document rejected', 'documents'),
  /** Replaced in a correction request; it is kept. */
  'document.superseded': clientEvent<{ documentId: string; by: string; kind: DocumentKindName }>(
    'Document replaced',
    'documents',
  ),
  'document.removed': clientEvent<{ documentId: string; kind: DocumentKindName }>(
    'Document removed',
    'documents',
  ),
  /** Its removal was undone. */
  /** A link for photos from a phone was made, and opened on one. */
  'document.phone-link-made': clientEvent<{ kind: DocumentKindName }>(
    'Link for a phone’s photos created',
    'documents',
  ),
  'document.phone-link-opened': clientEvent<{ kind: DocumentKindName }>(
    'Link for a phone’s photos opened',
    'documents',
  ),
  'document.restored': clientEvent<{ documentId: string; kind: DocumentKindName }>(
    'Removed document restored',
    'documents',
  ),
  /** Signed on screen: the firm's document and version, and the resulting sealed document. */
  'document.signed': clientEvent<{
    documentId: string
    signedDocumentId: string
    version: number
    sha256: string
    wording: string
    level: SealLevel
  }>('Document signed on screen', 'documents'),
  /** The independent time-stamp was added later: SHA-256 of the file stored since. */
  'document.time-stamped': clientEvent<{ documentId: string; sha256: string }>(
    'Signature timestamped',
    'documents',
  ),
  /** `documentId` is the document to be signed. */
  'document.sign-failed': clientEvent<{
    documentId: string
    reason: ProofFailure | PaperOnly
  }>('Signing on screen failed', 'documents'),
  /** By anyone, on the public page. `documentId` is null unless it is a stored one. */
  'document.verified': clientEvent<{ documentId: string | null; verdict: 'intact' | 'changed' | 'foreign' }>(
    'Signed document verified',
    'documents',
  ),
  /** Prefetched by a page: it does not count as opened. */
  'document.fetched-ahead': event<{ documentId: string; kind: DocumentKindName }>(
    'Document prefetched',
    'documents',
  ),
  'document.read': clientEvent<{ documentId: string; kind: DocumentKindName }>('Document viewed', 'views'),
  'fais-letter.downloaded': clientEvent<{ documentId: string; sha256: string }>(
    'FAIS letter downloaded',
    'views',
  ),
  /** The client's browser drew every page of it, and showed it in this session. */
  'fais-letter.displayed': clientEvent<{ documentId: string; sha256: string; sessionId: string }>(
    'FAIS letter shown on screen',
    'views',
  ),
  /** A client requested a letter that does not exist. About the manager, or the client without one. */
  'fais-letter.missed': clientEvent('FAIS letter unavailable', 'documents'),
}
