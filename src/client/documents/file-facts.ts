import { fileTypes, type FileType } from '#domain/documents/kinds.ts'

const endings = (Object.entries(fileTypes) as [FileType, { extensions: readonly string[] }][]).flatMap(
  ([type, { extensions }]) => extensions.map((ending) => ({ ending, type })),
)

/** Names that some phones and old scanners give to a type that has a proper one. */
const otherNames: Readonly<Record<string, FileType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
}

/** The type that a file's name ends in, or null where it tells nothing. */
export function typeByName(name: string): FileType | null {
  const lower = name.toLowerCase()
  return endings.find(({ ending }) => lower.endsWith(ending))?.type ?? null
}

/** A file's content type. Where the browser tells none, its name does. */
export function contentTypeOf(file: { name: string; type: string }): string {
  if (file.type === '') return typeByName(file.name) ?? ''
  return otherNames[file.type] ?? file.type
}

/** Whether a file is a photograph or a scanned page, which can be made smaller. */
export function isPicture(type: string): boolean {
  return type.startsWith('image/')
}

/** What a picture is called once it is kept as a JPEG: "scan.png" becomes "scan.jpg". */
export function jpegName(name: string): string {
  if (typeByName(name) === 'image/jpeg') return name
  return `${name.replace(/\.[a-z0-9]{1,5}$/iu, '')}.jpg`
}
