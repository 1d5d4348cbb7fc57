import {
  endingOf,
  fileTypes,
  isSentType,
  otherTypeOf,
  properType,
  sentTypes,
} from '#base/rules/files/file-types.ts'
import {
  documentKinds,
  inMegabytes,
  maxSentBytes,
  takesType,
  type DocumentKindName,
} from '#features/applications/rules/documents/kinds.ts'

/** A rejected upload, as a toast shows it. */
export interface UploadMessage {
  title: string
  description: string
}

/** A file's properties before upload: size in bytes and content type. */
export interface FileFacts {
  name: string
  type: string
  size: number
}

function supportedTypes(kind: DocumentKindName): string {
  return documentKinds[kind].types.map((type) => fileTypes[type].label).join(', ')
}

/** The file's type and advice if known; otherwise the specification's text. */
function namedOr(file: FileFacts, unknown: string): string {
  const other = otherTypeOf(file)
  return other === null ? unknown : `${file.name} is ${other.name}. ${other.advice}`
}

/** In whole megabytes. */
const limitOf = (kind: DocumentKindName, { type }: FileFacts) => inMegabytes(maxSentBytes(kind, type))

const wrongFormat = (_kind: DocumentKindName, file: FileFacts): UploadMessage => ({
  title: 'Invalid file type',
  description: namedOr(file, `${file.name} is not a valid format. Please upload PDF or image files.`),
})
const tooLargeToTake = (kind: DocumentKindName, file: FileFacts): UploadMessage => ({
  title: 'File too large',
  description: `${file.name} is larger than ${limitOf(kind, file)}MB. Please compress the file and try again.`,
})
const limitReached = (kind: DocumentKindName): UploadMessage => ({
  title: 'Too many files',
  description: `Maximum ${documentKinds[kind].maxCount} files reached. Remove a file to upload more.`,
})

interface Messages {
  type: (kind: DocumentKindName, file: FileFacts) => UploadMessage
  size: (kind: DocumentKindName, file: FileFacts) => UploadMessage
  count: (kind: DocumentKindName, present: number) => UploadMessage
}

const usual: Messages = { type: wrongFormat, size: tooLargeToTake, count: limitReached }

/** Texts of specification sections 5 and 8 that differ from the defaults. */
const own: Readonly<Partial<Record<DocumentKindName, Partial<Messages>>>> = {
  payslip: {
    count: () => ({ title: 'Too many files', description: 'You can only upload 6 payslips maximum.' }),
  },
  riskBenefit: {
    count: (kind, present) => ({
      title: 'Too many files',
      description: `Maximum ${documentKinds[kind].maxCount} files allowed. You can upload ${Math.max(0, documentKinds[kind].maxCount - present)} more file(s).`,
    }),
  },
  signedFais: {
    type: (kind, file) => ({
      title: 'Upload Failed',
      description: namedOr(
        file,
        `File type ${file.type || 'unknown'} is not supported. Please use: ${supportedTypes(kind)}`,
      ),
    }),
    size: (kind, file) => ({
      title: 'Upload Failed',
      description: `File size exceeds ${limitOf(kind, file)}MB limit. Please choose a smaller file.`,
    }),
    count: (kind) => ({
      title: 'Upload Failed',
      description: `Maximum ${documentKinds[kind].maxCount} file(s) allowed.`,
    }),
  },
  staffFais: {
    type: (kind, file) => ({
      title: 'Invalid file type',
      description: `${letterIs(file)} Allowed types: ${allowedEndings(kind).join(', ')}`,
    }),
    size: (kind, file) => ({
      title: 'File too large',
      description: `File size exceeds ${limitOf(kind, file)}MB limit`,
    }),
  },
}

const messagesOf = (kind: DocumentKindName): Messages => ({ ...usual, ...own[kind] })

function allowedEndings(kind: DocumentKindName): string[] {
  return documentKinds[kind].types.flatMap((type) => [...fileTypes[type].extensions])
}

/** Why a letter is not a PDF, by its extension or content. */
function letterIs(file: FileFacts): string {
  const ending = endingOf(file.name) ?? 'unknown'
  if (!allowedEndings('staffFais').includes(ending)) return `File type ${ending} is not allowed.`
  const type = properType(file.type)
  if (isSentType(type)) return `This file is a ${sentTypes[type].label} image, not a PDF.`
  const other = otherTypeOf(file)
  if (other !== null) return `This file is ${other.name}, not a PDF. ${other.advice}`
  return `This file’s name ends in ${ending}, but it isn’t a PDF.`
}

/** Why a file is rejected for its type or size; null if accepted. */
export function fileProblem(kind: DocumentKindName, file: FileFacts): UploadMessage | null {
  if (!takesType(kind, file.type)) return messagesOf(kind).type(kind, file)
  if (file.size > maxSentBytes(kind, file.type)) return messagesOf(kind).size(kind, file)
  return null
}

/** Why `adding` more files are rejected; null within the limit. */
export function countProblem(kind: DocumentKindName, present: number, adding: number): UploadMessage | null {
  return present + adding > documentKinds[kind].maxCount ? messagesOf(kind).count(kind, present) : null
}
