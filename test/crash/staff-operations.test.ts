import { staffOperations } from './staff-operations.ts'
import { injectFaults } from './injection.ts'

injectFaults(staffOperations)
