import {
  CONVERTED_TO,
  isConverted,
  sentTypeNames,
  sentTypes,
  type FileType,
  type SentType,
} from './file-types.ts'

const MEGABYTE = 1024 * 1024

const pdfOrImage = ['application/pdf', 'image/jpeg', 'image/png'] as const satisfies readonly FileType[]

/** The limits of one kind of document (specification sections 5 and 9). Sizes are bytes. */
interface DocumentKind {
  label: string
  maxBytes: number
  maxCount: number
  types: readonly FileType[]
}

export const documentKinds = {
  payslip: { label: 'Payslip', maxBytes: 2 * MEGABYTE, maxCount: 6, types: pdfOrImage },
  riskBenefit: { label: 'Risk benefit statement', maxBytes: 2 * MEGABYTE, maxCount: 1, types: pdfOrImage },
  pensionBenefits: {
    label: 'Pension benefits statement',
    maxBytes: 2 * MEGABYTE,
    maxCount: 5,
    types: pdfOrImage,
  },
  providentBenefits: {
    label: 'Provident benefits statement',
    maxBytes: 2 * MEGABYTE,
    maxCount: 5,
    types: pdfOrImage,
  },
  signedFais: { label: 'Signed FAIS document', maxBytes: 5 * MEGABYTE, maxCount: 1, types: pdfOrImage },
  /** What staff ask for by a name of their own, in a round of corrections. */
  additional: { label: 'Further document', maxBytes: 5 * MEGABYTE, maxCount: 30, types: pdfOrImage },
  staffFais: {
    label: 'FAIS disclosure letter',
    maxBytes: 10 * MEGABYTE,
    maxCount: 1,
    types: ['application/pdf'],
  },
} as const satisfies Record<string, DocumentKind>

export type DocumentKindName = keyof typeof documentKinds
export const documentKindNames = Object.keys(documentKinds) as [DocumentKindName, ...DocumentKindName[]]

/** The kinds that belong to an application and show as lists on it, by the list's name (specification section 3). */
export const documentLists = {
  payslipUploads: 'payslip',
  riskBenefitStatement: 'riskBenefit',
  pensionBenefitsStatements: 'pensionBenefits',
  providentBenefitsStatements: 'providentBenefits',
} as const satisfies Record<string, DocumentKindName>

export type DocumentListName = keyof typeof documentLists
export const documentListNames = Object.keys(documentLists) as [DocumentListName, ...DocumentListName[]]

/** The widest size limit of any kind, in bytes: what holds while a file's kind is not known yet. */
export const WIDEST_LIMIT_BYTES = Math.max(...Object.values(documentKinds).map((kind) => kind.maxBytes))

/**
 * How large a file of a type may be when it is sent, in bytes. Of a picture that is converted a JPEG is kept that fits the
 * kind's own limit, so more may be sent of it.
 */
export function maxSentBytes(kind: DocumentKindName, type: string): number {
  return isConverted(type) ? WIDEST_LIMIT_BYTES : documentKinds[kind].maxBytes
}

/** How long an upload address works, in milliseconds (decisions, "Upload"). */
export const UPLOAD_ADDRESS_LIFETIME_MS = 15 * 60_000

/** A limit in whole megabytes, for messages. */
export function inMegabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE)
}

/** Whether a content type is one that a kind takes, as it is or converted. */
export function takesType(kind: DocumentKindName, type: string): type is SentType {
  const types: readonly string[] = documentKinds[kind].types
  return types.includes(isConverted(type) ? CONVERTED_TO : type)
}

/**
 * Whether a further file takes the place of the one before instead of being refused. There is one signed FAIS
 * document, and whoever signs again means the new one.
 */
export function replacesPrevious(kind: DocumentKindName): boolean {
  return kind === 'signedFais'
}

/**
 * The `accept` attribute of a file input for a kind: types, each with its extensions. An iPhone offers its photographs
 * for what is taken as it is; files in HEIC, wherever they lie, for what is converted.
 */
export function acceptedFiles(kind: DocumentKindName): Record<string, string[]> {
  const taken = sentTypeNames.filter((type) => takesType(kind, type))
  return Object.fromEntries(taken.map((type) => [type, [...sentTypes[type].extensions]]))
}
