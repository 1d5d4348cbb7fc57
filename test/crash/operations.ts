import { clientOperations } from './client-operations.ts'
import { correctionOperations } from './correction-operations.ts'
import { keyedOperations } from './keyed-operations.ts'
import type { Operation } from './operation.ts'
import { staffOperations } from './staff-operations.ts'

/** Every operation that changes something, or records that a user read something. */
export const operations: Readonly<Record<string, Operation>> = {
  ...clientOperations,
  ...staffOperations,
  ...correctionOperations,
  ...keyedOperations,
}
