import { createPublicKey } from 'node:crypto'
import type { PasskeyAnswer } from '#features/access/api/passkey-answers.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { anonymousContext, type CommandContext } from '#features/access/server/command-context.ts'
import { drawChallenge, isChallenge, sha256 } from './challenge.ts'
import { noteCounter } from './record-change.ts'
import { requestOptions } from './request-options.ts'
import { usableOf } from './usable.ts'
import { verifyAnswer, type VerifiedPasskey } from './verify.ts'

/** The document that a proof signs. */
export interface SignedDocument {
  sha256: string
  statementsVersion: string
}

/** What anyone can verify a signature with, without this site: the text, the key, and the device's answer. */
export interface PasskeyEvidence {
  text: string
  /** JSON Web Key. */
  publicKey: Record<string, unknown>
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

/**
 * The text whose SHA-256 is the challenge of a signature. It names the document, so the passkey signs exactly this one.
 */
function textOf(userId: string, document: SignedDocument, nonce: string): string {
  return [
    'client-onboarding signature v1',
    `user ${userId}`,
    `sha256 ${document.sha256}`,
    `statements ${document.statementsVersion}`,
    `nonce ${nonce}`,
  ].join('\n')
}

/** Options of a proof by one of the actor's passkeys. @throws DomainError conflict (409) without any */
export async function proofOptions(
  { context, actor, now }: CommandContext,
  document: SignedDocument | undefined,
) {
  const { userId, sessionId } = actor
  const own = await context.database.db.select().from(passkeys).where(usableOf(context.settings, userId))
  if (own.length === 0) throw new DomainError('conflict', 'You have no passkey. Please use your password.')
  const kind = document === undefined ? 'proof' : 'signing'
  const drawn = drawChallenge(context.keyring, `${kind} ${userId} ${sessionId}`, now)
  const nonce = document === undefined ? null : drawn.toString('base64url')
  const challenge = document === undefined || nonce === null ? drawn : sha256(textOf(userId, document, nonce))
  const credentialIds = own.map(({ credentialId }) => credentialId)
  const options = requestOptions(context.settings, challenge, credentialIds)
  return { options, nonce }
}

/** A verified proof by a passkey; with evidence where it signs a document. */
export type PasskeyProof = VerifiedPasskey & { evidence: PasskeyEvidence | null }

/** Verifies a proof by a passkey of the actor; null where it is wrong. */
export async function provePasskey(
  act: CommandContext,
  { response, nonce }: { response: PasskeyAnswer; nonce?: string | undefined },
  document: SignedDocument | undefined,
): Promise<PasskeyProof | null> {
  const { context, actor, now } = act
  const { userId, sessionId } = actor
  const { keyring } = context
  const text = document === undefined ? null : textOf(userId, document, nonce ?? '')
  const verified = await verifyAnswer(context, response, (challenge) =>
    text === null
      ? isChallenge(keyring, `proof ${userId} ${sessionId}`, challenge, now)
      : sha256(text).equals(Buffer.from(challenge, 'base64url')) &&
        isChallenge(keyring, `signing ${userId} ${sessionId}`, nonce ?? '', now),
  )
  if (verified === 'counter') await noteCounter(anonymousContext(act), response.id)
  if (typeof verified === 'string' || verified.userId !== userId) return null
  const evidence = text === null ? null : await evidenceOf(verified.publicKey, response, text)
  return { ...verified, evidence }
}

async function evidenceOf(
  publicKey: Buffer,
  { response: { clientDataJSON, authenticatorData, signature } }: PasskeyAnswer,
  text: string,
): Promise<PasskeyEvidence> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  const cose = decodeCredentialPublicKey(new Uint8Array(publicKey))
  return { text, publicKey: toJwk(cose), clientDataJSON, authenticatorData, signature }
}

const text64 = (value: unknown) => Buffer.from(value as Uint8Array).toString('base64url')

/** A COSE key as JWK, which Node opens alone (RFC 9053). */
function toJwk(cose: { get: (label: never) => unknown }): Record<string, unknown> {
  const at = (label: number) => cose.get(label as never)
  const jwk =
    at(1) === 3
      ? { kty: 'RSA', n: text64(at(-1)), e: text64(at(-2)) }
      : at(1) === 1
        ? { kty: 'OKP', crv: 'Ed25519', x: text64(at(-2)) }
        : { kty: 'EC', crv: 'P-256', x: text64(at(-2)), y: text64(at(-3)) }
  // Rejects a key that Node cannot open, before the evidence depends on it.
  createPublicKey({ key: jwk, format: 'jwk' })
  return jwk
}
