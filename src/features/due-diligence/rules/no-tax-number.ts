/** Why a client has no tax number of a country (CRS), as the client states it. */
export const noTaxNumberReasons = {
  A: 'This country issues no tax numbers',
  B: 'I could not get one',
  C: 'The law of this country does not ask for it',
} as const

export const noTaxNumberReasonNames = Object.keys(noTaxNumberReasons) as [
  keyof typeof noTaxNumberReasons,
  ...(keyof typeof noTaxNumberReasons)[],
]
