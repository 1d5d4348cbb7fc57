import type { Drawing } from '#domain/signing/drawing.ts'
import type { PublicSeal } from '#server/platform/seal/seal.ts'

/** What the certificate page says of a signature. */
export interface CertificateFacts {
  /** Of the sealed document. */
  documentId: string
  firmName: string
  tagline: string
  contact: readonly string[]
  /** What was signed. */
  title: string
  version: number
  sha256: string
  bytes: number
  /** Who signed. */
  name: string
  /** Masked; null where it is not known. */
  idNumber: string | null
  email: string
  statements: readonly string[]
  wording: string
  identifiedBy: string
  ip: string | null
  device: string
  openedAt: Date
  signedAt: Date
  signature: { by: 'typing'; name: string } | { by: 'drawing'; strokes: Drawing }
  /** Where anybody can have the sealed document verified. */
  verifyAt: string
  /** Whether an independent time-stamp is asked for, now or later. */
  timestamped: boolean
}

/** What a process is told to do with the file of so many bytes that follows. */
export type Task =
  | { do: 'seal'; length: number; facts: CertificateFacts; seal: PublicSeal }
  | { do: 'verify'; length: number; certificates: Uint8Array[] }
  | { do: 'stamp'; length: number; certificates: Uint8Array[]; stamping: Stamping }

/** What a time-stamp server was asked, and what it answered (RFC 3161); nobody has looked at the answer yet. */
export interface Stamping {
  request: Uint8Array
  answer: Uint8Array
}

/** What it needs of the server meanwhile: the signature of this by the seal's key. */
export interface Wish {
  wish: 'signature'
  data: Uint8Array
}

/** A seal that is as it was made. */
export interface IntactSeal {
  is: 'intact'
  /** SHA-256 of all that it covers, in hexadecimal digits. */
  digest: string
  /** SHA-256 of its signature: what a time-stamp of it is of. */
  imprint: Uint8Array
  /** When it was there, as an independent time-stamp in it has it; null without one. */
  stampedAt: Date | null
}

/** A document that is sealed. */
export interface Sealed extends IntactSeal {
  bytes: Uint8Array
}

/** What was found out about a seal. */
export type SealFinding = IntactSeal | { is: 'changed' } | { is: 'foreign' }

/** What a process answers. `undone`: why it could not do it; the document cannot be read, say. */
export type Outcome = { sealed: Sealed } | { finding: SealFinding } | { undone: string }
