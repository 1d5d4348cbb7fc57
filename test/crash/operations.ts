import { clientOperations } from './client-operations.ts'
import { correctionOperations } from './correction-operations.ts'
import { keyedOperations } from './keyed-operations.ts'
import type { Operation } from './operation.ts'
import { staffOperations } from './staff-operations.ts'

/** Every operation that changes data, or records a read. */
export const operations: Readonly<Record<string, Operation>> = {
  ...clientOperations,
  ...staffOperations,
  ...correctionOperations,
  ...keyedOperations,
}
