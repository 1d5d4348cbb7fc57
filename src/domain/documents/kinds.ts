const MEGABYTE = 1024 * 1024

/** File types by the content type they are stored and served with. */
export const fileTypes = {
  'application/pdf': { label: 'PDF', extensions: ['.pdf'] },
  'image/jpeg': { label: 'JPEG', extensions: ['.jpg', '.jpeg'] },
  'image/png': { label: 'PNG', extensions: ['.png'] },
} as const

export type FileType = keyof typeof fileTypes

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

/** How long an upload address works, in milliseconds (decisions, "Upload"). */
export const UPLOAD_ADDRESS_LIFETIME_MS = 15 * 60_000

/** A limit in whole megabytes, for messages. */
export function inMegabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE)
}

/** Whether a content type is one that a kind takes. */
export function takesType(kind: DocumentKindName, type: string): type is FileType {
  const types: readonly string[] = documentKinds[kind].types
  return types.includes(type)
}

/**
 * Whether a further file takes the place of the one before instead of being refused. There is one signed FAIS
 * document, and whoever signs again means the new one.
 */
export function replacesPrevious(kind: DocumentKindName): boolean {
  return kind === 'signedFais'
}

/** The `accept` attribute of a file input for a kind: extensions, then types. */
export function acceptedFiles(kind: DocumentKindName): Record<string, string[]> {
  return Object.fromEntries(documentKinds[kind].types.map((type) => [type, [...fileTypes[type].extensions]]))
}
