import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { signedOut } from '#base/server/domain-error.ts'
import type { Acting } from '#features/access/server/actor.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { lockOwnAccount } from './locked-account.ts'
import { consumeProof, proveOwner, readProof } from './own-proof.ts'
import { changeOfSecondFactor } from './second-factor/proof-purpose.ts'

/** Body fields of a call that requires proof. */
export interface ProofFields {
  proof?: GivenProof | undefined
  password?: string | undefined
}

/**
 * Runs a sensitive command in a transaction, once its actor has proved who they are.
 *
 * @throws DomainError invalid (400) at `password`, throttled (429) after five failures; signed-out (401) where the proof
 * changed meanwhile
 */
export async function inProvenTransaction<Result>(
  act: CommandContext,
  given: ProofFields,
  run: (work: Acting & { context: Context; tx: Transaction }) => Promise<Result>,
): Promise<Result> {
  const proof = await proveOwner(act, readProof(given), changeOfSecondFactor(act))
  return inTransaction(act, async (work) => {
    if (!(await consumeProof(work, await lockOwnAccount(work.tx, work.actor), proof))) throw signedOut()
    return run(work)
  })
}
