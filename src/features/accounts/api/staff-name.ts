import { nameText } from '#base/rules/input/text.ts'

/** Maximum length of an account's name, in characters. */
export const FULL_NAME_LENGTH = 200
export const STAFF_NAME_NEEDED = 'Please enter a name: clients see it on letters and emails'

/** Name of a staff account; required. */
export const staffName = nameText(FULL_NAME_LENGTH, STAFF_NAME_NEEDED).min(1, STAFF_NAME_NEEDED)
