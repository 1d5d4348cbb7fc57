import { DomainError } from '#base/server/domain-error.ts'
import { isValidAt } from '#base/server/seal/seal.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { whyUnsealable, type Unsealable } from './try-sealing.ts'

/** Why a letter is refused at upload, and what to do. */
const messages: Readonly<Record<Unsealable, string>> = {
  encrypted:
    'This PDF is protected against changes with an owner’s password, so clients couldn’t sign it on screen. Please save it without protection and upload it again.',
  damaged:
    'This PDF has errors that viewers repair but a signature can’t cover, so clients couldn’t sign it on screen. Please open it, print it to a new PDF, and upload that.',
  'too-complex':
    'This PDF is too complex to be signed on screen. Please open it, print it to a new PDF, and upload that.',
}

/**
 * Tries to seal a letter before it is accepted, so that no client finds out at the last press.
 *
 * @returns whether it can be sealed. Without a seal of the firm a letter that cannot be is accepted, for paper only;
 * null where that cannot be found out now: then it is tried when a client first opens it
 * @throws DomainError with a seal: invalid for a letter that cannot be sealed, unavailable where that is not known now
 */
export async function requireSealable(
  { context: { seal }, now }: Pick<CommandContext, 'context' | 'now'>,
  bytes: Buffer,
): Promise<boolean | null> {
  if (seal === null || !isValidAt(seal, now)) {
    return whyUnsealable(bytes, now).then(
      (found) => found === null,
      () => null,
    )
  }
  const reason = await whyUnsealable(bytes, now)
  if (reason === null) return true
  throw new DomainError('invalid', messages[reason])
}
