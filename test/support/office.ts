import { officeDefaults } from '#features/brand/rules/office-sections.ts'
import { officeOf } from '#features/brand/rules/office.ts'

/** Hours and promise of the specification. */
export const standardOffice = officeOf(officeDefaults)
