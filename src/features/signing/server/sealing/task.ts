import type { Drawing } from '#features/signing/rules/drawing.ts'
import type { PublicSeal } from '#base/server/seal/seal.ts'

/** The contents of the certificate page. */
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
  /** When the document was first on the signer's screen. */
  displayedAt: Date
  signedAt: Date
  signature: { by: 'typing'; name: string } | { by: 'drawing'; strokes: Drawing }
  /** The public address for verification. */
  verifyAt: string
  /** Whether an independent time-stamp is requested, now or later. */
  timestamped: boolean
}

/** A task about the file of so many bytes that follows. */
export type Task =
  | { do: 'seal'; length: number; facts: CertificateFacts; seal: PublicSeal }
  | { do: 'verify'; length: number; certificates: Uint8Array[] }
  | { do: 'stamp'; length: number; certificates: Uint8Array[]; stamping: Stamping }

/** The request to a time-stamp server and its response (RFC 3161), not checked yet. */
export interface Stamping {
  request: Uint8Array
  answer: Uint8Array
}

/** A request to the server: to sign this with the private key. */
export interface Wish {
  wish: 'signature'
  data: Uint8Array
}

/** An unchanged seal. */
export interface IntactSeal {
  is: 'intact'
  /** SHA-256 of everything it covers, in hexadecimal digits. */
  digest: string
  /** SHA-256 of its signature, which a time-stamp covers. */
  imprint: Uint8Array
  /** The time of its independent time-stamp; null without one. */
  stampedAt: Date | null
}

/** A sealed document. */
export interface Sealed extends IntactSeal {
  bytes: Uint8Array
}

/** The result of checking a seal. */
export type SealFinding = IntactSeal | { is: 'changed' } | { is: 'foreign' }

/** Why an encrypted document cannot be sealed. */
export const ENCRYPTED = 'A seal would not cover what is encrypted.'

/** The response of the process. `undone` is why it failed, such as an unreadable document. */
export type Outcome = { sealed: Sealed } | { finding: SealFinding } | { undone: string }
