export const MAX_WORDS = 1000
export const MAX_TAX_COUNTRIES = 5
export const DAY_MS = 24 * 60 * 60 * 1000
