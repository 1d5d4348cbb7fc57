/** A file type's name and extensions, the usual one first. */
interface NamedType {
  label: string
  extensions: readonly [string, ...string[]]
}

/** Stored and served file types by content type. */
export const fileTypes = {
  'application/pdf': { label: 'PDF', extensions: ['.pdf'] },
  'image/jpeg': { label: 'JPEG', extensions: ['.jpg', '.jpeg'] },
  'image/png': { label: 'PNG', extensions: ['.png'] },
} as const satisfies Record<string, NamedType>

export type FileType = keyof typeof fileTypes

/** Picture types that are converted to JPEG, since not all browsers show them (decisions, "Picture types"). */
export const convertedTypes = {
  'image/heic': { label: 'HEIC', extensions: ['.heic', '.heif'] },
  'image/webp': { label: 'WebP', extensions: ['.webp'] },
  'image/tiff': { label: 'TIFF', extensions: ['.tif', '.tiff'] },
} as const satisfies Record<string, NamedType>

export type ConvertedType = keyof typeof convertedTypes
export const CONVERTED_TO = 'image/jpeg' satisfies FileType

/** An accepted content type. */
export type SentType = FileType | ConvertedType
export const sentTypes = { ...fileTypes, ...convertedTypes } as const
export const sentTypeNames = Object.keys(sentTypes) as [SentType, ...SentType[]]

/** Whether a content type is accepted. */
export function isSentType(type: string): type is SentType {
  return type in sentTypes
}

/** Whether a type is a picture: a photo or scan. */
export function isPicture(type: string): boolean {
  return type.startsWith('image/')
}

/** Whether a picture type is converted to JPEG. */
export function isConverted(type: string): type is ConvertedType {
  return type in convertedTypes
}

/** Aliases of accepted types, from phones, scanners and older standards. */
const otherNames: Readonly<Record<string, SentType>> = {
  'application/x-pdf': 'application/pdf',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/tif': 'image/tiff',
  'image/x-tiff': 'image/tiff',
}

/** The canonical name of a content type; unknown types are unchanged. */
export function properType(type: string): string {
  return otherNames[type] ?? type
}

const SAVE_AS_PDF = 'Please save or export it as a PDF, and upload that.'
const AS_PICTURE = 'Please save it as a JPEG or PNG, and upload that.'
const PRINT_MAIL = 'Please print it to a PDF, or upload the file that came with it.'
const TAKE_A_PHOTO = 'Please take a photo, or scan it, and upload that.'

/** An unsupported type: its name in a sentence, and advice. */
interface OtherType {
  /** With its article: "a Word document". */
  name: string
  extensions: readonly string[]
  contentTypes: readonly string[]
  advice: string
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

const otherTypes: readonly OtherType[] = [
  {
    name: 'a Word document',
    extensions: ['.docx', '.doc', '.docm', '.dotx'],
    contentTypes: [
      `${OPEN_XML}.wordprocessingml.document`,
      `${OPEN_XML}.wordprocessingml.template`,
      'application/msword',
      'application/vnd.ms-word.document.macroenabled.12',
    ],
    advice: SAVE_AS_PDF,
  },
  {
    name: 'an Excel workbook',
    extensions: ['.xlsx', '.xls', '.xlsm', '.xlsb'],
    contentTypes: [
      `${OPEN_XML}.spreadsheetml.sheet`,
      'application/vnd.ms-excel',
      'application/vnd.ms-excel.sheet.macroenabled.12',
    ],
    advice: SAVE_AS_PDF,
  },
  {
    name: 'a PowerPoint presentation',
    extensions: ['.pptx', '.ppt'],
    contentTypes: [`${OPEN_XML}.presentationml.presentation`, 'application/vnd.ms-powerpoint'],
    advice: SAVE_AS_PDF,
  },
  {
    name: 'an older Word or Excel document',
    extensions: [],
    contentTypes: ['application/x-cfb'],
    advice: SAVE_AS_PDF,
  },
  {
    name: 'an OpenDocument file',
    extensions: ['.odt', '.ods', '.odp'],
    contentTypes: [`${OPEN_DOCUMENT}.text`, `${OPEN_DOCUMENT}.spreadsheet`, `${OPEN_DOCUMENT}.presentation`],
    advice: SAVE_AS_PDF,
  },
  {
    name: 'a Pages or Numbers document',
    extensions: ['.pages', '.numbers'],
    contentTypes: ['application/vnd.apple.pages', 'application/vnd.apple.numbers'],
    advice: SAVE_AS_PDF,
  },
  {
    name: 'an email',
    extensions: ['.eml', '.msg'],
    contentTypes: ['message/rfc822', 'application/vnd.ms-outlook'],
    advice: PRINT_MAIL,
  },
  {
    name: 'a GIF image',
    extensions: ['.gif'],
    contentTypes: ['image/gif'],
    advice: AS_PICTURE,
  },
  {
    name: 'an animated image',
    extensions: ['.apng'],
    contentTypes: ['image/apng'],
    advice: AS_PICTURE,
  },
  {
    name: 'an AVIF image',
    extensions: ['.avif'],
    contentTypes: ['image/avif'],
    advice: AS_PICTURE,
  },
  {
    name: 'a bitmap image',
    extensions: ['.bmp'],
    contentTypes: ['image/bmp', 'image/x-ms-bmp'],
    advice: AS_PICTURE,
  },
  {
    name: 'a drawing',
    extensions: ['.svg'],
    contentTypes: ['image/svg+xml'],
    advice: AS_PICTURE,
  },
  {
    name: 'a raw photo',
    extensions: ['.dng', '.cr2', '.cr3', '.nef', '.arw'],
    contentTypes: ['image/x-adobe-dng', 'image/x-canon-cr2', 'image/x-nikon-nef', 'image/x-sony-arw'],
    advice: AS_PICTURE,
  },
  {
    name: 'a video',
    extensions: ['.mov', '.mp4', '.m4v', '.3gp'],
    contentTypes: ['video/quicktime', 'video/mp4', 'video/x-m4v', 'video/3gpp'],
    advice: TAKE_A_PHOTO,
  },
]

/** A file's content type and name. */
interface TypedFile {
  type: string
  name: string
}

/** A file name's extension in lower case, with its dot; null without one. */
export function endingOf(name: string): string | null {
  const dot = name.lastIndexOf('.')
  return dot === -1 ? null : name.slice(dot).toLowerCase()
}

/** Name and advice for an unsupported file; null for unknown types. */
export function otherTypeOf({ type, name }: TypedFile): Pick<OtherType, 'name' | 'advice'> | null {
  const ending = endingOf(name)
  const byName = otherTypes.find(({ extensions }) => ending !== null && extensions.includes(ending))
  const byType = otherTypes.find(({ contentTypes }) => contentTypes.includes(type))
  // Office formats are ZIP or OLE containers: the extension is more specific.
  const isContainer = type === 'application/zip' || type === 'application/x-cfb'
  if (isContainer) return byName ?? byType ?? null
  return byType ?? (isSentType(type) ? null : (byName ?? null))
}

/** The accepted type of a file name's extension; null for others. */
export function typeByName(name: string): SentType | null {
  const ending = endingOf(name)
  const extensionsOf = (type: SentType): readonly string[] => sentTypes[type].extensions
  return sentTypeNames.find((type) => ending !== null && extensionsOf(type).includes(ending)) ?? null
}

/**
 * File name for the stored type: "IMG_0012.HEIC" becomes "IMG_0012.jpg" after conversion. Other names are unchanged.
 */
export function storedName(name: string, type: FileType): string {
  const named = typeByName(name)
  if (named === null || !isConverted(named)) return name
  return `${name.slice(0, name.lastIndexOf('.'))}${fileTypes[type].extensions[0]}`
}
