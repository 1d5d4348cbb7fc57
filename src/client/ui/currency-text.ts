/** The most rand digits an amount may have before its cents: 999 999 999 999.99. */
const MAX_RAND_DIGITS = 12

/**
 * Turns a decimal comma into a decimal point, and a comma that only groups into a space, without changing the
 * length of the text (the caret depends on positions). Money has at most two decimals, so a comma before
 * exactly three digits groups, and so does a comma before a later point or comma.
 */
export function commaToPoint(text: string): string {
  const last = text.lastIndexOf(',')
  if (last === -1) return text
  const after = text.slice(last + 1)
  const only = text.indexOf(',') === last
  const groups = after.includes('.') || /^\d{3}(?!\d)/.test(after)
  const decimal = !groups && (only || !text.includes('.'))
  const before = text.slice(0, last).replaceAll(',', ' ')
  const grouped = decimal ? before.replaceAll('.', ' ') : before
  return `${grouped}${decimal ? '.' : ' '}${after}`
}

/** Whether a number as text ("1234.5") keeps within twelve digits of rand. */
export function withinRange(value: string): boolean {
  const [rand = ''] = value.split('.')
  return rand.replace(/^0+/, '').length <= MAX_RAND_DIGITS
}
