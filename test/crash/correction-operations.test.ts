import { correctionOperations } from './correction-operations.ts'
import { injectFaults } from './injection.ts'

injectFaults(correctionOperations)
