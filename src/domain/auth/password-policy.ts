/** Minimum length of a new password (specification section 9). */
export const PASSWORD_MIN_LENGTH = 12
/** Maximum length of a new password (decisions, "Password policy"). */
export const PASSWORD_MAX_LENGTH = 128
