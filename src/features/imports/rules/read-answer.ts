import { compactPostalCode } from '#base/rules/south-africa/postal-code.ts'
import { foldText } from '#base/rules/input/fold-text.ts'
import { tidyLine } from '#base/rules/input/tidy.ts'
import type { Control } from '#features/applications/rules/wizard/question.ts'
import { questionnaire } from '#features/applications/rules/wizard/questionnaire.ts'
import { readRand } from '#base/rules/money/reading.ts'
import { provinces } from '#base/rules/south-africa/provinces.ts'
import { textOf, type Cell } from '#base/rules/tables/cells.ts'
import { countryNamed } from './country-names.ts'
import type { AnswerField } from './fields.ts'
import { wholeText } from './read-number.ts'
import { readDay, type DateOrder } from './read-day.ts'

/** Values of other systems for our choices, folded. */
const choiceSynonyms: Readonly<Partial<Record<AnswerField, Readonly<Record<string, readonly string[]>>>>> = {
  stateProvince: {
    'Eastern Cape': ['ec', 'oos kaap', 'ooskaap'],
    'Free State': ['fs', 'vrystaat'],
    Gauteng: ['gp', 'gt', 'gauteng province'],
    'KwaZulu-Natal': ['kzn', 'kz', 'kwazulu natal', 'natal'],
    Limpopo: ['lp', 'lim'],
    Mpumalanga: ['mp', 'mpu'],
    'North West': ['nw', 'noordwes', 'noord wes'],
    'Northern Cape': ['nc', 'noord kaap', 'noordkaap'],
    'Western Cape': ['wc', 'wes kaap', 'weskaap'],
  },
  maritalStatus: {
    single: ['unmarried', 'never married', 'ongetroud', 'enkellopend'],
    married: ['getroud', 'm'],
    divorced: ['geskei'],
    engaged: ['verloof'],
  },
  salutation: { mr: ['mnr', 'mr.'], mrs: ['mev', 'mrs.'], ms: ['me', 'miss', 'mej', 'ms.'], dr: ['dr.'] },
  idDocumentType: {
    id: ['id', 'sa id', 'rsa id', 'identity document', 'id book', 'id card'],
    passport: ['paspoort', 'pass'],
    permit: ['permit', 'work permit', 'residence permit'],
  },
  nationality: {
    za: ['za', 'rsa', 'sa', 'south africa', 'suid afrikaans', 'suidafrikaans'],
    other: ['foreign'],
  },
  issuingCountry: { za: ['za', 'zaf', 'rsa', 'sa', 'suid afrika', 'suidafrika'], other: ['foreign'] },
}

const yes: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'ja', 'j'])
const no: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', 'nee'])

/** Reads an answer from a cell, in the form that drafts store; undefined where it fits none. */
export function readAnswer(field: AnswerField, cell: Cell, order: DateOrder): unknown {
  const question = questionnaire[field]
  const value =
    field === 'country' ? countryNamed(cell.text) : valueOf(question.control, field, { cell, order })
  if (value === undefined) return undefined
  const parsed = question.draft.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

function valueOf(
  control: Control,
  field: AnswerField,
  { cell, order }: { cell: Cell; order: DateOrder },
): unknown {
  const text = tidyLine(textOf(cell))
  switch (control.kind) {
    case 'amount':
      return amountOf(cell)
    case 'day':
      return readDay(cell, order) ?? undefined
    case 'yes-no':
      return yesOrNo(foldText(text))
    case 'list':
    case 'cards':
      return choiceOf(control.choices, field, foldText(text))
    case 'line':
      if (field === 'postalCode') return postalCodeOf(wholeText({ ...cell, text }))
      return field === 'stateProvince' ? (provinceOf(foldText(text)) ?? text) : text
    case 'children':
      return undefined
  }
}

function amountOf(cell: Cell): string | undefined {
  const cents = readAmount(cell)
  return cents === undefined ? undefined : (cents / 100).toFixed(2).replace(/\.00$/u, '')
}

/**
 * Reads an amount of rand. A number of a spreadsheet has one meaning: its point starts the cents, which are rounded.
 *
 * @returns cents; undefined for what is no amount
 */
export function readAmount(cell: Cell): number | undefined {
  const text = tidyLine(textOf(cell))
  const rounded = Math.round(Number((Number(text) * 100).toPrecision(15))) / 100
  const isNumber = cell.kind === 'number' && Number.isFinite(rounded)
  const reading = readRand(isNumber ? rounded.toFixed(2) : text)
  return reading.kind === 'amount' ? reading.cents : undefined
}

function provinceOf(text: string): string | undefined {
  const named = choiceSynonyms.stateProvince ?? {}
  return provinces.find((name) => foldText(name) === text || named[name]?.includes(text) === true)
}

function yesOrNo(text: string): boolean | undefined {
  if (yes.has(text)) return true
  return no.has(text) ? false : undefined
}

function choiceOf(
  choices: Readonly<Record<string, string>>,
  field: AnswerField,
  text: string,
): string | undefined {
  const named = choiceSynonyms[field] ?? {}
  return Object.keys(choices).find(
    (key) => key === text || foldText(choices[key] ?? '') === text || named[key]?.includes(text) === true,
  )
}

/** Spreadsheets drop the zero of "0181". */
function postalCodeOf(text: string): string {
  return compactPostalCode(/^\d{3}$/u.test(text) ? `0${text}` : text)
}
