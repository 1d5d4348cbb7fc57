import type { OwnProof } from '#features/sign-in/server/own-proof.ts'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { SentSignature } from '#features/signing/api/signing.ts'
import type { SealLevel, SignableName } from '#features/signing/rules/signables.ts'
import type { Transaction } from '#base/server/db/database.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import type { SignableState } from './queries.ts'
import type { Seal } from '#base/server/seal/seal.ts'

/** A signature given on screen. */
export interface Signing {
  kind: SignableName
  /** Of the version that was read. */
  sha256: string
  signature: SentSignature
  wording: string
  statements: readonly true[]
  proof: GivenProof
}

/** The result of signing. */
export interface Signed {
  documentId: string
  level: SealLevel
}

/** Stores the signer's response, as the last step of the transaction. */
export type AnswerIn<Answer> = (tx: Transaction, signed: Signed) => Promise<Answer>

/** A state in which the document was opened and a seal is available. */
export interface Ready extends SignableState {
  document: DocumentRow
  openedAt: Date
  displayedAt: Date
  seal: Seal
}

/** A signature in progress. */
export interface SignatureInProgress {
  /** Of the sealed document. */
  documentId: string
  signing: Signing
  ready: Ready
  proof: OwnProof
}
