import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import {
  CONVERTED_TO,
  isConverted,
  sentTypeNames,
  sentTypes,
  type FileType,
  type SentType,
} from '#base/rules/files/file-types.ts'

const MEGABYTE = 1024 * 1024

const pdfOrImage = ['application/pdf', 'image/jpeg', 'image/png'] as const satisfies readonly FileType[]

/** A document kind: texts, wizard step and limits (specification sections 3, 5 and 9). */
export type DocumentKind = Description & Placement

/** The wizard step of a kind. Form steps show uploaders below their questions. */
type Placement =
  | { step: 'personal' | 'address' | 'employment' | 'assets' | 'liabilities'; customUploader?: never }
  /** The step renders the uploader itself. */
  | { step: StepId; customUploader: true }
  | { step?: never; customUploader?: never }

interface Description {
  /** Label of one file. */
  label: string
  /** Label of several files, and of their archive folder; default: the label. */
  plural?: string
  /** The application field that lists its files. */
  list?: string
  /** When it is required, and the message while missing; optional otherwise. */
  required?: { whileAboveZero?: 'pensionFunds' | 'providentFunds'; message: string }
  /** In bytes. */
  maxBytes: number
  maxCount: number
  types: readonly [FileType, ...FileType[]]
}

/**
 * All document kinds, in staff screen order. A new kind needs one row with `list` and `step`; it is registered through
 * `PUT /api/application/documents/{kind}`.
 */
const rows = {
  payslip: {
    label: 'Payslip',
    plural: 'Payslips',
    list: 'payslipUploads',
    step: 'employment',
    customUploader: true,
    maxBytes: 2 * MEGABYTE,
    maxCount: 6,
    types: pdfOrImage,
  },
  pensionBenefits: {
    label: 'Pension benefits statement',
    plural: 'Pension benefits statements',
    list: 'pensionBenefitsStatements',
    step: 'assets',
    required: {
      whileAboveZero: 'pensionFunds',
      message: 'Pension fund benefits statement is required when pension fund value is greater than 0',
    },
    customUploader: true,
    maxBytes: 2 * MEGABYTE,
    maxCount: 5,
    types: pdfOrImage,
  },
  providentBenefits: {
    label: 'Provident benefits statement',
    plural: 'Provident benefits statements',
    list: 'providentBenefitsStatements',
    step: 'assets',
    required: {
      whileAboveZero: 'providentFunds',
      message: 'Provident fund benefits statement is required when provident fund value is greater than 0',
    },
    customUploader: true,
    maxBytes: 2 * MEGABYTE,
    maxCount: 5,
    types: pdfOrImage,
  },
  riskBenefit: {
    label: 'Risk benefit statement',
    list: 'riskBenefitStatement',
    step: 'employment',
    customUploader: true,
    maxBytes: 2 * MEGABYTE,
    maxCount: 1,
    types: pdfOrImage,
  },
  signedFais: {
    label: 'Signed FAIS document',
    step: 'documents',
    required: { message: 'Please upload your signed FAIS document' },
    customUploader: true,
    maxBytes: 5 * MEGABYTE,
    maxCount: 1,
    types: pdfOrImage,
  },
  /** Requested by staff under a title of their own, in a correction request. */
  additional: {
    label: 'Further document',
    plural: 'Further documents',
    maxBytes: 5 * MEGABYTE,
    maxCount: 30,
    types: pdfOrImage,
  },
  /** A paper of a due diligence task; `due_diligence_documents` says which. */
  ficaPaper: {
    label: 'FICA document',
    plural: 'FICA documents',
    maxBytes: 5 * MEGABYTE,
    maxCount: 40,
    types: pdfOrImage,
  },
  staffFais: {
    label: 'FAIS disclosure letter',
    maxBytes: 10 * MEGABYTE,
    maxCount: 1,
    types: ['application/pdf'],
  },
} as const satisfies Record<string, DocumentKind>

type Rows = typeof rows
export type DocumentKindName = keyof Rows
/** The table of document kinds. */
export const documentKinds: Readonly<Record<DocumentKindName, DocumentKind>> = rows
export const documentKindNames = Object.keys(rows) as [DocumentKindName, ...DocumentKindName[]]

/** Kinds that clients upload. */
export type ClientKind = Exclude<DocumentKindName, 'staffFais'>
export const clientKindNames = documentKindNames.filter((kind): kind is ClientKind => kind !== 'staffFais')

type KindsWith<Column extends object> = {
  [Kind in DocumentKindName]: Rows[Kind] extends Column ? Kind : never
}[DocumentKindName]

/** Kinds with a wizard step. */
export type WizardKind = KindsWith<{ step: string }>
export const wizardKindNames = documentKindNames.filter((kind) => 'step' in rows[kind]) as [
  WizardKind,
  ...WizardKind[],
]

/** Kinds with a list in the application, and the lists' names. */
export type ListedKind = KindsWith<{ list: string }>
export type DocumentListName = Rows[ListedKind]['list']
export const documentLists = Object.fromEntries(
  documentKindNames.flatMap((kind) => ('list' in rows[kind] ? [[rows[kind].list, kind]] : [])),
) as Readonly<Record<DocumentListName, ListedKind>>
export const documentListNames = Object.keys(documentLists) as [DocumentListName, ...DocumentListName[]]

/** The list of a kind. */
export function listOf(kind: ListedKind): DocumentListName {
  return rows[kind].list
}

/** A value for each document list. */
export function forEachList<Value>(
  valueOf: (list: DocumentListName, kind: ListedKind) => Value,
): Record<DocumentListName, Value> {
  return Object.fromEntries(
    documentListNames.map((list) => [list, valueOf(list, documentLists[list])]),
  ) as Record<DocumentListName, Value>
}

/** The plural label of a kind. */
export function pluralOf(kind: DocumentKindName): string {
  return documentKinds[kind].plural ?? documentKinds[kind].label
}

/** Maximum size of any kind, in bytes: applies while the kind is unknown. */
export const WIDEST_LIMIT_BYTES = Math.max(...Object.values(documentKinds).map(({ maxBytes }) => maxBytes))

/**
 * Maximum upload size of a type, in bytes. Pictures to convert may be larger, since only the JPEG must fit the kind's
 * limit.
 */
export function maxSentBytes(kind: DocumentKindName, type: string): number {
  return isConverted(type) ? WIDEST_LIMIT_BYTES : documentKinds[kind].maxBytes
}

/** Lifetime of an upload address, in milliseconds (decisions, "Upload"). */
export const UPLOAD_ADDRESS_LIFETIME_MS = 15 * 60_000

/** A limit in whole megabytes, for messages. */
export function inMegabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE)
}

/** Whether a kind accepts a content type, directly or converted. */
export function takesType(kind: DocumentKindName, type: string): type is SentType {
  const types: readonly string[] = documentKinds[kind].types
  return types.includes(isConverted(type) ? CONVERTED_TO : type)
}

/** Whether a further file replaces the previous one: there is one signed FAIS document. */
export function replacesPrevious(kind: DocumentKindName): boolean {
  return kind === 'signedFais'
}

/**
 * `accept` attribute for a kind's file input: types with extensions. iPhones convert photos for the supported types;
 * HEIC files can be chosen where conversion exists.
 */
export function acceptedFiles(kind: DocumentKindName): Record<string, string[]> {
  const taken = sentTypeNames.filter((type) => takesType(kind, type))
  return Object.fromEntries(taken.map((type) => [type, [...sentTypes[type].extensions]]))
}
