export const MAX_TEXT_LENGTH = 1000
export const MAX_TAX_COUNTRIES = 5
