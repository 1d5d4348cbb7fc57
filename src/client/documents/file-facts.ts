import { fileTypes, properType, typeByName } from '#domain/documents/file-types.ts'

/** A file's content type. Where the browser tells none, its name does. */
export function contentTypeOf(file: { name: string; type: string }): string {
  if (file.type === '') return typeByName(file.name) ?? ''
  return properType(file.type)
}

/** What a picture is called once it is made a JPEG here: "scan.png" becomes "scan.jpg". */
export function jpegName(name: string): string {
  if (typeByName(name) === 'image/jpeg') return name
  return `${name.replace(/\.[a-z0-9]{1,5}$/iu, '')}${fileTypes['image/jpeg'].extensions[0]}`
}
