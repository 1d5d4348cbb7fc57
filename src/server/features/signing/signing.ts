import type { SentSignature } from '#domain/api/signing.ts'
import type { SealLevel, SignableName } from '#domain/signing/signables.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { DocumentRow } from '#server/features/documents/queries.ts'
import type { SignableState } from './queries.ts'
import type { Seal } from '#server/platform/seal/seal.ts'

/** A signature that somebody gives on the screen. */
export interface Signing {
  kind: SignableName
  /** Of the version that they read. */
  sha256: string
  signature: SentSignature
  wording: string
  statements: readonly true[]
  password: string
}

/** What came of it. */
export interface Signed {
  documentId: string
  level: SealLevel
}

/** Keeps what the signer is answered, as the last thing in the transaction. */
export type AnswerIn<Answer> = (tx: Transaction, signed: Signed) => Promise<Answer>

/** A state in which there is something to sign, something to seal it with, and it was opened. */
export interface Ready extends SignableState {
  document: DocumentRow
  openedAt: Date
  seal: Seal
}

/** A signature that is about to be given: what it is to become. */
export interface Deed {
  /** Of the sealed document. */
  documentId: string
  signing: Signing
  ready: Ready
}
