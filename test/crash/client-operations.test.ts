import { clientOperations } from './client-operations.ts'
import { injectFaults } from './injection.ts'

injectFaults(clientOperations)
