import { readIdNumber } from '#base/rules/south-africa/id-number.ts'

const MIN_DIGITS = 5
const MAX_LENGTH = 60
/** Digits with blanks, points, slashes or hyphens between them, and at most three capitals before. */
const RUN = /(?<![A-Za-z])(?:[A-Z]{1,3}[ .-]?)?\d(?:[ ./-]?\d)*/gu
const SEPARATORS = /[^\p{L}\p{N}]/gu
/** A day such as 1 January 1970 is no number of a document. */
const DAY = /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b/gu

const tidy = (text: string) => text.replaceAll(SEPARATORS, '').toUpperCase()
const digits = (text: string) => text.replaceAll(/\D/gu, '').length

/** The numbers within a text: its runs of digits, and its words with digits. */
export function numbersWithin(text: string): string[] {
  const plain = text.replaceAll(DAY, ' ')
  const runs = (plain.match(RUN) ?? []).flatMap((run) => [run, run.replace(/^[A-Z]+/u, '')])
  const found = [...runs, ...plain.split(/[\s,;]+/u)]
    .map(tidy)
    .filter((number) => digits(number) >= MIN_DIGITS)
  return [...new Set(found)].filter((number) => number.length <= MAX_LENGTH)
}

/** The numbers of a field for one, and the whole field: "passport no. OR 558812" is found as OR558812 too. */
export function numbersIn(field: string): string[] {
  const isNumber = /\d/u.test(field) && !/\p{L}{4}/u.test(field)
  return [...new Set([...(isNumber ? [tidy(field).slice(0, MAX_LENGTH)] : []), ...numbersWithin(field)])]
}

/** South African identity numbers in remarks, by their check digit. */
export function idNumbersIn(remarks: string): string[] {
  return (remarks.match(/(?<!\d)\d{6}[ -]?\d{4}[ -]?\d{3}(?!\d)/gu) ?? [])
    .map(tidy)
    .filter((number) => readIdNumber(number) !== null)
}
