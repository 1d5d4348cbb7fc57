/** Birth years go back to 1920 (specification section 9). */
export const FIRST_BIRTH_YEAR = 1920
