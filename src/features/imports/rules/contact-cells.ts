import { toPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import { countryNamed } from './country-names.ts'
import type { ImportField } from './fields.ts'
import type { Cell } from '#base/rules/tables/cells.ts'

const textCell = (text: string): Cell => ({ kind: 'text', text })

/** Google's contacts have several values in one cell, separated by this. */
const SEVERAL = ':::'

/**
 * Splits cells with several telephone numbers or email addresses, as of Google's contacts: the first one that can be
 * used is the client's.
 *
 * @returns the others, for the remarks, so that none is lost
 */
export function splitSeveral(values: Map<ImportField, Cell>): string[] {
  return (['mobileNumber', 'email'] as const).flatMap((field) => {
    const cell = values.get(field)
    if (cell?.text.includes(SEVERAL) !== true) return []
    const texts = cell.text
      .split(SEVERAL)
      .map((text) => text.trim())
      .filter(Boolean)
    const isUsable = (text: string) => (field === 'email' ? text.includes('@') : toPhoneNumber(text) !== null)
    const chosen = texts.find(isUsable) ?? texts[0] ?? ''
    values.set(field, { ...cell, text: chosen })
    const others = texts.filter((text) => text !== chosen)
    if (others.length === 0) return []
    return [
      `${field === 'email' ? 'Other email addresses' : 'Other telephone numbers'}: ${others.join(', ')}`,
    ]
  })
}

const addressLines = ['addressLine1', 'addressLine2', 'addressLine3'] as const
const townParts = ['city', 'stateProvince', 'postalCode'] as const
/** "Cape Town 8001" and "Cape Town, Western Cape 8001". */
const TOWN_AND_CODE = /^([^,\d]+)(?:,([^,\d]+))?(?<=[,\s]|,[^,\d]*\s)(\d{4})$/u

/**
 * An address of several lines in one cell, as of Outlook's contacts, becomes its parts where these have no column of
 * their own; four digits after a town are its postal code.
 */
export function splitAddress(values: Map<ImportField, Cell>): void {
  const lines =
    values
      .get('addressLine1')
      ?.text.split('\n')
      .map((line) => line.trim())
      .filter(Boolean) ?? []
  if (lines.length > 1 && !values.has('addressLine2') && !values.has('addressLine3')) {
    if (!townParts.some((part) => values.has(part))) takeTown(values, lines)
    const [first = '', second = '', ...others] = lines
    const texts = [first, second, others.join(', ')]
    for (const [index, field] of addressLines.entries()) {
      const text = texts[index] ?? ''
      if (text !== '') values.set(field, textCell(text))
    }
  }
  splitTown(values)
}

/** Takes country, town and postal code from the last lines of an address; the first one is always the street. */
function takeTown(values: Map<ImportField, Cell>, lines: string[]): void {
  const last = lines.at(-1) ?? ''
  const country = lines.length > 2 && !values.has('country') ? countryNamed(last) : undefined
  if (country !== undefined) {
    values.set('country', textCell(last))
    lines.pop()
  }
  const town = lines.at(-1) ?? ''
  if (/^\d{4}$/u.test(town) && lines.length > 2) {
    lines.pop()
    values.set('postalCode', textCell(town))
    values.set('city', textCell(lines.pop() ?? ''))
  } else if (TOWN_AND_CODE.test(town) && lines.length > 1) {
    lines.pop()
    values.set('city', textCell(town))
  }
}

/** Splits "Cape Town 8001" in the cell of the town. */
function splitTown(values: Map<ImportField, Cell>): void {
  const [, city, province, code] = TOWN_AND_CODE.exec(values.get('city')?.text.trim() ?? '') ?? []
  if (city === undefined || code === undefined || values.has('postalCode')) return
  if (province !== undefined && values.has('stateProvince')) return
  values.set('city', textCell(city.trim()))
  values.set('postalCode', textCell(code))
  if (province !== undefined) values.set('stateProvince', textCell(province.trim()))
}

/** Whether most texts are telephone numbers as they are dialled. */
export function isTelephone(text: string): boolean {
  return text
    .split(SEVERAL)
    .every((part) => /^[+0]/u.test(part.trim()) && toPhoneNumber(part.trim()) !== null)
}
