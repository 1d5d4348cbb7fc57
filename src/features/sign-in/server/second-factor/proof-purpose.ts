import { recordFailure } from '#features/audit/server/record.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import type { ProofPurpose } from '../own-proof.ts'

const TOO_MANY = 'Too many wrong passwords or codes.'

/** Proof of a change to the actor's own second factor. */
export function changeOfSecondFactor(act: CommandContext, { withCode = false } = {}): ProofPurpose {
  return {
    limit: 'secondFactorChange',
    tooMany: TOO_MANY,
    field: 'password',
    withCode,
    recordFailure: (reason) =>
      recordFailure(autocommit(act), 'second-factor.change-failed', act.actor.userId, { reason }),
  }
}
