/** Shown in a demonstration, where due diligence is off as everywhere else. */
export const DUE_DILIGENCE_OFF = 'Due diligence (FICA tasks, sanctions screening, risk ratings) is off.'
export const TRY_DUE_DILIGENCE = 'To try it, start with: FICA_PACK=on npm start'
