import type { AuditDetails } from '#features/audit/rules/events.ts'
import { isSameName } from '#features/signing/rules/names.ts'
import { signables } from '#features/signing/rules/signables.ts'
import { recordFailure } from '#features/audit/server/record.ts'
import { proveOwner, type OwnProof } from '#features/sign-in/server/own-proof.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import type { SignableState } from './queries.ts'
import type { Ready, Signing } from './signing.ts'
import { refuseUnsignable } from './unsignable.ts'

const TOO_MANY = 'Too many wrong passwords.'

/**
 * Requires that the user can sign this version now.
 *
 * @throws DomainError conflict (409) with what to do instead
 */
export async function requireReady(
  act: CommandContext,
  { kind, sha256, wording, statements }: Signing,
  state: SignableState,
): Promise<Ready> {
  const { seal } = act.context
  const { document, openedAt, displayedAt, unsignable } = state
  if (unsignable !== null || document === null || seal === null) {
    throw await refuseUnsignable(act, state)
  }
  if (document.sha256 !== sha256) throw changedMeanwhile()
  if (openedAt === null) throw notOpened()
  if (displayedAt === null) {
    throw new DomainError(
      'conflict',
      'The letter hasn’t been shown on your screen yet. Please open and read it before you sign, or sign it on paper.',
    )
  }
  const asked = signables[kind]
  if (asked.statementsVersion !== wording || asked.statements.length !== statements.length) {
    throw new DomainError(
      'conflict',
      'The statements you are asked to confirm have changed. Please read them again.',
    )
  }
  return { ...state, document, openedAt, displayedAt, seal }
}

/** The error for a letter that the client has not opened. */
export function notOpened(): DomainError {
  return new DomainError('conflict', 'You haven’t opened this letter yet. Please read it before you sign.')
}

/** The error for a letter that the manager has replaced since it was read. */
export function changedMeanwhile(): DomainError {
  return new DomainError(
    'conflict',
    'Your wealth manager has since provided a new letter. Please read it before you sign.',
  )
}

/**
 * Confirms a signer's identity.
 *
 * @throws DomainError invalid (400) at `password`, throttled (429) after five failures
 */
export async function proveSigner(
  act: CommandContext,
  { proof, sha256, wording }: Signing,
  ready: Ready,
): Promise<OwnProof> {
  return proveOwner(act, proof, {
    limit: 'signing',
    tooMany: TOO_MANY,
    field: 'password',
    document: { sha256, statementsVersion: wording },
    recordFailure: (reason) => noteFailure(act, ready, reason),
  })
}

async function noteFailure(
  act: CommandContext,
  ready: Ready,
  reason: AuditDetails['document.sign-failed']['reason'],
): Promise<void> {
  await recordFailure(autocommit(act), 'document.sign-failed', ready.applicationId, {
    documentId: ready.document.id,
    reason,
  })
}

/** @throws DomainError invalid (400) at `signature.name` for a typed name that is not the signer's */
export function requireOwnName({ signature }: Signing, { signer }: SignableState): void {
  if (signature.by !== 'typing' || isSameName(signature.name, signer.name)) return
  throw refusedAt(
    'signature.name',
    `Please type your full name exactly as in your application: ${signer.name}`,
  )
}
