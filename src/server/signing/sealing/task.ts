import type { Drawing } from '#domain/signing/drawing.ts'
import type { SealLevel } from '#domain/signing/signables.ts'
import type { PublicSeal } from '#server/seal/seal.ts'

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
  /** Whether an independent time-stamp is asked for. */
  timestamped: boolean
}

/** What a process is told to do with the file of so many bytes that follows. */
export type Task =
  | { do: 'seal'; length: number; facts: CertificateFacts; seal: PublicSeal }
  | { do: 'verify'; length: number; certificates: Uint8Array[] }

/** What it needs of the server meanwhile: the seal's signature, or a time-stamp (null where there is none in time). */
export interface Wish {
  wish: 'signature' | 'timestamp'
  data: Uint8Array
}

/** A document that is sealed. */
export interface Sealed {
  bytes: Uint8Array
  level: SealLevel
  /** SHA-256 of all that the seal covers, in hexadecimal digits. */
  digest: string
}

/** What was found out about a seal; `digest` of all that it covers. */
export type SealFinding =
  | { is: 'intact'; digest: string; level: SealLevel }
  | { is: 'changed' }
  | { is: 'foreign' }

/** What a process answers. `unsealable`: the document cannot be read, or a seal would not cover it. */
export type Outcome = { sealed: Sealed } | { finding: SealFinding } | { unsealable: string }
