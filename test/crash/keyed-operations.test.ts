import { keyedOperations } from './keyed-operations.ts'
import { injectFaults } from './injection.ts'

injectFaults(keyedOperations)
