/** Universal branch codes, which are valid for every branch. */
export const universalBranchCodes: Readonly<Record<string, string>> = {
  'First National Bank': '250655',
  'Standard Bank': '051001',
  Absa: '632005',
  Nedbank: '198765',
  Capitec: '470010',
  Investec: '580105',
  'Discovery Bank': '679000',
  TymeBank: '678910',
  'African Bank': '430000',
}

export const accountTypes = {
  cheque: 'Cheque or current account',
  savings: 'Savings account',
  transmission: 'Transmission account',
} as const

export const accountTypeNames = Object.keys(accountTypes) as [
  keyof typeof accountTypes,
  ...(keyof typeof accountTypes)[],
]

/** Whether a text is a South African account number: 6 to 13 digits, not all zero. */
export function isAccountNumber(text: string): boolean {
  return /^(?!0+$)\d{6,13}$/u.test(text)
}

export function isBranchCode(text: string): boolean {
  return /^\d{6}$/u.test(text)
}

/** Whether a text is a BIC (ISO 9362). */
export function isBic(text: string): boolean {
  return /^[A-Z]{4}[A-Z]{2}[A-Z\d]{2}(?:[A-Z\d]{3})?$/u.test(text)
}

/** Whether a text without blanks is an IBAN with the right check digits (ISO 13616, mod 97). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/u.test(text)) return false
  let rest = 0
  for (const sign of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** An account number for screens: the last four characters. */
export function maskedAccount(number: string): string {
  return number.length > 4 ? `•••• ${number.slice(-4)}` : number
}
