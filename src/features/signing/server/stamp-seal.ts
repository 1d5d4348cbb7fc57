import type { Context } from '#base/server/context.ts'
import { runSealer } from './sealing/run-sealer.ts'
import type { Sealed } from './sealing/task.ts'
import { askForTimestamp } from './timestamp.ts'

/** `no-answer`: no time-stamp server is configured or reachable. `refused`: its response is unusable for this seal. */
export type Stamped = Sealed | 'no-answer' | 'refused'

/**
 * Time-stamps a seal. Other documents can be sealed while the time-stamp server answers.
 *
 * @param certificates those that the document may be sealed with, DER
 */
export async function stampSeal(
  context: Pick<Context, 'settings' | 'log'>,
  { bytes, imprint }: Pick<Sealed, 'bytes' | 'imprint'>,
  certificates: Uint8Array[],
): Promise<Stamped> {
  const stamping = await askForTimestamp(context, imprint)
  if (stamping === null) return 'no-answer'
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const outcome = await runSealer(file, { do: 'stamp', certificates, stamping })
  if ('sealed' in outcome) return outcome.sealed
  const reason = 'undone' in outcome ? outcome.undone : 'It answered something else.'
  context.log.warn({ reason }, 'timestamping a seal failed')
  return 'refused'
}
