import { importFieldLabel, importFields } from './fields.ts'

interface ProblemText {
  /** `error` and `skip`: the row is not imported. */
  severity: 'error' | 'warning' | 'skip'
  text: string
}

/** What can be wrong with a row of an import, and what to do. The texts never repeat values. */
export const rowProblems = {
  'email-missing': {
    severity: 'error',
    text: 'There is no email address. People sign in with theirs, so each needs one.',
  },
  'email-invalid': { severity: 'error', text: 'The email address is not valid.' },
  'email-of-staff': { severity: 'error', text: 'This is the email address of a member of staff.' },
  'email-repeated': {
    severity: 'error',
    text: 'An earlier row has the same email address. Each person, also of a couple, needs their own.',
  },
  'name-missing': { severity: 'error', text: 'There is no name.' },
  'id-number-shortened': {
    severity: 'error',
    text: 'The spreadsheet shortened this ID number. Format the column as text and export again. If it is a passport number, add a column with the document type.',
  },
  'number-shortened': {
    severity: 'error',
    text: 'The spreadsheet shortened this number. Format the column as text and export again.',
  },
  'letters-broken': {
    severity: 'error',
    text: 'Letters of this value are lost. Save the file as CSV UTF-8, or upload the Excel workbook.',
  },
  'id-number-repeated': { severity: 'error', text: 'An earlier row has the same ID number.' },
  'id-number-doubtful': { severity: 'warning', text: 'This is not a valid South African ID number.' },
  'zeros-restored': { severity: 'warning', text: 'Zeros lost at the start of the number were restored.' },
  'birth-date-differs': {
    severity: 'warning',
    text: 'The date of birth differs from the one in the ID number.',
  },
  'mobile-doubtful': { severity: 'warning', text: 'This is not a phone number that can be dialled.' },
  'tax-number-doubtful': { severity: 'warning', text: 'This is not a valid income tax number.' },
  'value-left-out': {
    severity: 'warning',
    text: 'This value could not be matched to one of our answers, so it is left out. The client can answer it.',
  },
  'date-unreadable': { severity: 'warning', text: 'This date cannot be read, so it is left out.' },
  'status-unknown': {
    severity: 'error',
    text: 'This status was not matched to draft, onboarded or cancelled.',
  },
  'day-invalid': {
    severity: 'error',
    text: 'This must be a day from 1980 until today.',
  },
  'day-missing': { severity: 'warning', text: 'There is no date for this status, so it is today.' },
  'review-day-invalid': {
    severity: 'warning',
    text: 'The last annual review must be between onboarding and today, so it is left out.',
  },
  'retention-over': {
    severity: 'error',
    text: 'This relationship ended more than five years ago, so its records must not be stored.',
  },
  'manager-unknown': { severity: 'error', text: 'This wealth manager was not matched to one here.' },
  'reference-invalid': { severity: 'error', text: 'A reference has at most 60 characters.' },
  'reference-repeated': { severity: 'error', text: 'An earlier row has the same reference.' },
  'cell-error': { severity: 'error', text: 'The spreadsheet shows an error in this cell.' },
  'not-a-client': { severity: 'skip', text: 'This row is not about a person, for example a total.' },
  'left-out': { severity: 'skip', text: 'You left this row out.' },
  'row-repeated': { severity: 'skip', text: 'An earlier row is about the same client.' },
  exists: { severity: 'skip', text: 'There is already an account with this email address.' },
  'same-id-number': {
    severity: 'skip',
    text: 'There is already a client with this ID number, under another email address.',
  },
  'imported-before': { severity: 'skip', text: 'A client with this reference was imported before.' },
  'looks-alike': { severity: 'warning', text: 'There is already a client with this name and date of birth.' },
} as const satisfies Record<string, ProblemText>

export type RowProblemCode = keyof typeof rowProblems
export const rowProblemCodes = Object.keys(rowProblems) as [RowProblemCode, ...RowProblemCode[]]

/** A problem of a row, and the field it belongs to. */
export interface RowProblem {
  code: RowProblemCode
  field: string | null
  /** The row that it repeats. */
  earlier?: number
}

/** A problem of a row in a sentence, with the field that it is about. */
export function problemText({ code, field, earlier }: RowProblem): string {
  const known = importFields.find((name) => name === field)
  const { text } = rowProblems[code]
  const where = earlier === undefined ? '' : ` See row ${earlier}.`
  return `${known === undefined ? '' : `${importFieldLabel(known)}: `}${text}${where}`
}

/** The cause that rows have in common, in one sentence. */
export function causeText({ code, field }: Pick<RowProblem, 'code' | 'field'>): string {
  const [first = ''] = problemText({ code, field }).split(/(?<=\.) /u)
  return first
}

/** What an import does with a row. */
export const verdicts = ['create', 'warning', 'skip', 'error'] as const
export type Verdict = (typeof verdicts)[number]

const ranks: Readonly<Record<ProblemText['severity'], number>> = { skip: 0, error: 1, warning: 2 }

/** Problems beside which no other counts: of what is no person, or repeats a whole row. */
const alone: ReadonlySet<RowProblemCode> = new Set<RowProblemCode>([
  'left-out',
  'not-a-client',
  'row-repeated',
])

/** The problems of a row, those first that decide what happens to it. */
export function worstFirst(problems: readonly RowProblem[]): RowProblem[] {
  const noOther = problems.find(({ code }) => alone.has(code))
  if (noOther !== undefined) return [noOther]
  return problems.toSorted(
    (one, other) => ranks[rowProblems[one.code].severity] - ranks[rowProblems[other.code].severity],
  )
}

/** What happens to a row with these problems: the worst decides. */
export function verdictOf(problems: readonly RowProblem[]): Verdict {
  const severities = new Set(problems.map(({ code }) => rowProblems[code].severity))
  if (severities.has('skip')) return 'skip'
  if (severities.has('error')) return 'error'
  return severities.has('warning') ? 'warning' : 'create'
}
