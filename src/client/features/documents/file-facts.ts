import { fileTypes, isSentType, properType, typeByName } from '#domain/documents/file-types.ts'
import { SIGNATURE_BYTES, typeByBytes } from '#domain/documents/signatures.ts'

/**
 * A file under the type that it is sent as. Where the browser announces none that is taken (a download is often
 * `application/octet-stream`), the file's first bytes decide, then its name.
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

/** None where the file cannot be read: sending it will say so. */
async function firstBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}

/** What a picture is called once it is made a JPEG here: "scan.png" becomes "scan.jpg". */
export function jpegName(name: string): string {
  if (typeByName(name) === 'image/jpeg') return name
  return `${name.replace(/\.[a-z0-9]{1,5}$/iu, '')}${fileTypes['image/jpeg'].extensions[0]}`
}
