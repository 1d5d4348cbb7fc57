import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { answersFromId } from '#features/applications/rules/wizard/answers-from-id.ts'
import { tidyLine } from '#base/rules/input/tidy.ts'
import { isPassportNumber, readIdNumber } from '#base/rules/south-africa/id-number.ts'
import { isRetentionOver } from '#features/applications/rules/retention.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { formatRand } from '#base/rules/money/rand.ts'
import { textOf, type TableRow } from '#base/rules/tables/cells.ts'
import { answerFields, statusSynonyms, type AnswerField, type ImportableStatus } from './fields.ts'
import type { Mapping } from './mapping.ts'
import type { RowProblem } from './problems.ts'
import { filledParts, type AddressPart } from '#features/applications/rules/wizard/unused-address-parts.ts'
import { splitAddress, splitSeveral } from './contact-cells.ts'
import { readAmount, readAnswer } from './read-answer.ts'
import { readDay } from './read-day.ts'
import { readIdCell, readPhoneCell, readTaxCell, wholeText } from './read-number.ts'
import {
  collectProblems,
  isNoPerson,
  readEmail,
  readName,
  reportCellErrors,
  valueKey,
  valuesOf,
  type Problems,
  type Values,
} from './read-person.ts'

/** A client as read from a row of a file. Days are yyyy-MM-dd. */
export interface ReadClient {
  username: string | null
  fullName: string | null
  answers: Partial<Answers>
  wealthManagerId: string | null
  status: ImportableStatus
  onboardedAt: string | null
  cancelledAt: string | null
  reviewedAt: string | null
  externalReference: string | null
  /** What the file says beside the answers, for a note; null for nothing. */
  remarks: string | null
  problems: RowProblem[]
}

const FIRST_DAY = '1980-01-01'
const MAX_REFERENCE_LENGTH = 60
/** Answers with rules of their own. */
const apart: ReadonlySet<AnswerField> = new Set<AnswerField>([
  'fullName',
  'idNumber',
  'idDocumentType',
  'dateOfBirth',
  'mobileNumber',
  'taxIncomeNumber',
])

/** A noon in South Africa on a day, as which imported days are stored. */
export function noonOf(day: string): Date {
  return new Date(`${day}T10:00:00Z`)
}

/** Reads a client from a row of a file, with what is wrong. */
export function readClient({ cells }: Pick<TableRow, 'cells'>, mapping: Mapping, now: Date): ReadClient {
  const values = valuesOf(cells, mapping.columns)
  const others = splitSeveral(values)
  splitAddress(values)
  const problems = collectProblems()
  if (isNoPerson(values, cells)) problems.add('not-a-client')
  reportCellErrors(values, problems)
  const fullName = readName(values, problems)
  return {
    username: readEmail(values, problems),
    fullName,
    answers: { ...readAnswers(values, mapping, problems, now), fullName },
    wealthManagerId: readManager(values, mapping, problems),
    ...readStanding(values, mapping, problems, now),
    externalReference: readReference(values, problems),
    remarks: readRemarks(values, others, problems),
    problems: problems.all,
  }
}

function readAnswers(
  values: Values,
  { dateOrder }: Pick<Mapping, 'dateOrder'>,
  { add }: Problems,
  now: Date,
): Partial<Answers> {
  const answers: Partial<Answers> = {}
  const set = (field: AnswerField, value: unknown) => Object.assign(answers, { [field]: value })
  for (const field of answerFields) {
    const cell = values.get(field)
    if (cell === undefined || cell.kind === 'error' || apart.has(field)) continue
    const value = readAnswer(field, cell, dateOrder)
    if (value === undefined) add('value-left-out', field)
    else set(field, value)
  }
  const [mobile, tax] = [values.get('mobileNumber'), values.get('taxIncomeNumber')]
  for (const [field, read] of [
    ['mobileNumber', mobile && readPhoneCell(mobile)],
    ['taxIncomeNumber', tax && readTaxCell(tax)],
  ] as const) {
    if (read === undefined) continue
    if (read.problem !== null) add(read.problem, field)
    if (read.problem === 'number-shortened') continue
    const value = readAnswer(field, { kind: 'text', text: read.number }, dateOrder)
    if (value !== undefined) set(field, value)
  }
  const { country = null, stateProvince = null, postalCode = null } = answers
  for (const [part, text] of Object.entries(filledParts(country, { stateProvince, postalCode }))) {
    set(part as AddressPart, text || null)
  }
  return { ...answers, ...readIdentity(values, dateOrder, { all: [], add }, now), ...nationalityOf(answers) }
}

/** Given answers win over those in the ID number. */
function nationalityOf({ nationality, issuingCountry }: Partial<Answers>): Partial<Answers> {
  return {
    ...(nationality !== undefined && { nationality }),
    ...(issuingCountry !== undefined && { issuingCountry }),
  }
}

function readIdentity(
  values: Values,
  order: Mapping['dateOrder'],
  { add }: Problems,
  now: Date,
): Partial<Answers> {
  const [typeCell, numberCell, birthCell] = [
    values.get('idDocumentType'),
    values.get('idNumber'),
    values.get('dateOfBirth'),
  ]
  const given = typeCell && readAnswer('idDocumentType', typeCell, order)
  if (typeCell !== undefined && given === undefined) add('value-left-out', 'idDocumentType')
  const type: Answers['idDocumentType'] =
    given === 'id' || given === 'passport' || given === 'permit' ? given : null
  const read = numberCell === undefined ? null : readIdCell(numberCell, type !== null && type !== 'id')
  if (read !== null && read.problem !== null) add(read.problem, 'idNumber')
  const idNumber = read?.number ?? null
  const idDocumentType = type ?? documentTypeOf(idNumber)
  const derived = answersFromId({ idDocumentType, idNumber }, now)
  const known = derived?.dateOfBirth ?? null
  const dateOfBirth = birthCell === undefined ? known : readDay(birthCell, order, known)
  if (birthCell !== undefined && dateOfBirth === null) add('date-unreadable', 'dateOfBirth')
  if (known !== null && dateOfBirth !== null && !sameDay(dateOfBirth, known)) {
    add('birth-date-differs', 'dateOfBirth')
  }
  const answers: Partial<Answers> = {
    idNumber: idNumber?.slice(0, 30) ?? null,
    idDocumentType,
    dateOfBirth: dateOfBirth ?? known,
  }
  return { ...derived, ...answers }
}

/** The century is not in an ID number. */
function sameDay(day: string, other: string): boolean {
  return day.slice(2) === other.slice(2)
}

function documentTypeOf(number: string | null): 'id' | 'passport' | null {
  if (number === null) return null
  if (readIdNumber(number) !== null) return 'id'
  return isPassportNumber(number) ? 'passport' : null
}

function readManager(values: Values, mapping: Mapping, { add }: Problems): string | null {
  const cell = values.get('wealthManager')
  if (cell === undefined) return mapping.defaultManagerId
  const text = valueKey(cell.text)
  const matched = mapping.managers.find((each) => valueKey(each.text) === text)
  if (matched === undefined) add('manager-unknown', 'wealthManager')
  return matched?.managerId ?? null
}

type Standing = Pick<ReadClient, 'status' | 'onboardedAt' | 'cancelledAt' | 'reviewedAt'>

function readStanding(values: Values, mapping: Mapping, problems: Problems, now: Date): Standing {
  const status = readStatus(values, mapping, problems)
  const today = dayOf(now)
  const dayIn = (field: 'onboardedAt' | 'cancelledAt', isRequired: boolean) => {
    const cell = values.get(field)
    if (cell === undefined) {
      if (isRequired) problems.add('day-missing', field)
      return isRequired ? today : null
    }
    const day = readDay(cell, mapping.dateOrder)
    if (day !== null && day >= FIRST_DAY && day <= today) return day
    problems.add('day-invalid', field)
    return null
  }
  const onboardedAt = status === 'draft' ? null : dayIn('onboardedAt', status === 'onboarded')
  const cancelledAt = status === 'cancelled' ? dayIn('cancelledAt', true) : null
  if (cancelledAt !== null && isRetentionOver(noonOf(cancelledAt), now)) {
    problems.add('retention-over', 'cancelledAt')
  }
  return {
    status,
    onboardedAt,
    cancelledAt,
    reviewedAt: readReview(values, mapping, problems, onboardedAt, today),
  }
}

function readStatus(values: Values, mapping: Mapping, { add }: Problems): ImportableStatus {
  const cell = values.get('status')
  if (cell === undefined) return mapping.defaultStatus
  const text = valueKey(cell.text)
  const status =
    mapping.statuses.find((each) => valueKey(each.text) === text)?.status ?? statusSynonyms.get(text)
  if (status === undefined) add('status-unknown', 'status')
  return status ?? 'draft'
}

function readReview(
  values: Values,
  { dateOrder }: Mapping,
  { add }: Problems,
  onboardedAt: string | null,
  today: string,
): string | null {
  const cell = values.get('reviewedAt')
  if (cell === undefined || onboardedAt === null) return null
  const day = readDay(cell, dateOrder)
  if (day !== null && day >= onboardedAt && day <= today) return day
  add('review-day-invalid', 'reviewedAt')
  return null
}

const MAX_REMARKS_LENGTH = 2000

/** Assets under management, remarks and what has no field of its own, as a note. */
function readRemarks(values: Values, others: readonly string[], { add }: Problems): string | null {
  const assets = values.get('assetsUnderManagement')
  const amount = assets && readAmount(assets)
  if (assets !== undefined && amount === undefined) add('value-left-out', 'assetsUnderManagement')
  const remarks = textOf(values.get('remarks') ?? { kind: 'text', text: '' }).trim()
  const lines = [
    ...(amount === undefined ? [] : [`Assets under management: ${formatRand(amount)}`]),
    ...(remarks === '' ? [] : [remarks]),
    ...others,
  ]
  return lines.length === 0 ? null : lines.join('\n').slice(0, MAX_REMARKS_LENGTH)
}

function readReference(values: Values, { add }: Problems): string | null {
  const cell = values.get('externalReference')
  if (cell === undefined) return null
  const text = tidyLine(wholeText(cell).replaceAll(/\p{Cc}/gu, ' '))
  if (text.length <= MAX_REFERENCE_LENGTH) return text
  add('reference-invalid', 'externalReference')
  return null
}
