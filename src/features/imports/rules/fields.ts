import {
  fieldNames,
  questionnaire,
  type FieldName,
} from '#features/applications/rules/wizard/questionnaire.ts'

/** Answers that are not imported: the address is the username, and children need several columns each. */
type LeftOut = 'emailAddress' | 'hasChildren' | 'childrenDetails'
const leftOut: ReadonlySet<FieldName> = new Set<LeftOut>(['emailAddress', 'hasChildren', 'childrenDetails'])

/** An answer that a column can hold. */
export type AnswerField = Exclude<FieldName, LeftOut>

/** Fields beside the answers, with their labels. */
const otherFields = {
  email: 'Email Address',
  firstName: 'First Name',
  middleNames: 'Middle Names',
  surname: 'Surname',
  wealthManager: 'Wealth Manager',
  status: 'Status',
  onboardedAt: 'Onboarded On',
  cancelledAt: 'Cancelled On',
  reviewedAt: 'Last Annual Review',
  externalReference: 'Your Reference',
  assetsUnderManagement: 'Assets under Management',
  remarks: 'Remarks',
} as const

/** What a column can hold. */
export type ImportField = keyof typeof otherFields | AnswerField

export const answerFields = fieldNames.filter((name): name is AnswerField => !leftOut.has(name))

/** The fields in the order of the screen. */
export const importFields: readonly [ImportField, ...ImportField[]] = [
  'email',
  'fullName',
  'firstName',
  'middleNames',
  'surname',
  'wealthManager',
  'status',
  'onboardedAt',
  'cancelledAt',
  'reviewedAt',
  'externalReference',
  'assetsUnderManagement',
  'remarks',
  ...answerFields.filter((name) => name !== 'fullName'),
]

/** Fields that hold a day. */
export const dayFields: ReadonlySet<ImportField | null> = new Set<ImportField | null>([
  'dateOfBirth',
  'onboardedAt',
  'cancelledAt',
  'reviewedAt',
])

/** The label of a field. */
export function importFieldLabel(field: ImportField): string {
  return field in otherFields
    ? otherFields[field as keyof typeof otherFields]
    : questionnaire[field as AnswerField].label
}

/** Statuses that a client can be imported with: the others are decisions on documents that do not exist here. */
export const importableStatuses = ['draft', 'onboarded', 'cancelled'] as const
/** Cancelled clients are not invited. */
export const invitableStatuses = ['draft', 'onboarded'] as const satisfies ImportableStatus[]

export type ImportableStatus = (typeof importableStatuses)[number]

/** Statuses of other systems, folded. */
export const statusSynonyms: ReadonlyMap<string, ImportableStatus> = new Map([
  ...['draft', 'prospect', 'lead', 'new', 'pending', 'konsep'].map((text) => [text, 'draft'] as const),
  ...['onboarded', 'active', 'client', 'current', 'aktief', 'klient'].map(
    (text) => [text, 'onboarded'] as const,
  ),
  ...['cancelled', 'canceled', 'closed', 'inactive', 'lapsed', 'left', 'gekanselleer', 'onaktief'].map(
    (text) => [text, 'cancelled'] as const,
  ),
])
