import { fileTypes, isSentType, properType, typeByName } from '#base/rules/files/file-types.ts'
import { SIGNATURE_BYTES, typeByBytes } from '#features/documents/rules/signatures.ts'

/**
 * The file with its detected type. If the announced type is not accepted (downloads are often
 * `application/octet-stream`), its first bytes decide, then its name.
 */
export async function identified(file: File): Promise<File> {
  const type = await typeOf(file)
  if (type === file.type) return file
  return new File([file], file.name, { type, lastModified: file.lastModified })
}

async function typeOf(file: File): Promise<string> {
  const announced = properType(file.type)
  if (isSentType(announced)) return announced
  return typeByBytes(await firstBytes(file)) ?? typeByName(file.name) ?? announced
}

/** Empty if the file cannot be read; the upload will report that. */
async function firstBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}

/** The name of a picture converted to JPEG: "scan.png" becomes "scan.jpg". */
export function jpegName(name: string): string {
  if (typeByName(name) === 'image/jpeg') return name
  return `${name.replace(/\.[a-z0-9]{1,5}$/iu, '')}${fileTypes['image/jpeg'].extensions[0]}`
}
