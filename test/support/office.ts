import { officeDefaults } from '#domain/firm/office-sections.ts'
import { officeOf } from '#domain/firm/office.ts'

/** Hours and promise of the specification. */
export const standardOffice = officeOf(officeDefaults)
