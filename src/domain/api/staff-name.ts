import { nameText } from '#domain/applications/wizard/text.ts'

/** Longest name of an account, in characters. */
export const FULL_NAME_LENGTH = 200
export const STAFF_NAME_NEEDED = 'Please enter a name: clients see it on letters and emails'

/** The name of a staff account: it cannot be emptied. */
export const staffName = nameText(FULL_NAME_LENGTH, STAFF_NAME_NEEDED).min(1, STAFF_NAME_NEEDED)
