export const MAX_TEXT_LENGTH = 1000
export const MAX_TAX_COUNTRIES = 5
export const DAY_MS = 24 * 60 * 60 * 1000
