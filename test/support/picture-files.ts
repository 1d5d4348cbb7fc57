import { readFile } from 'node:fs/promises'

/**
 * Pictures that our libraries cannot create: HEIC by heif-enc. `turned` has four colours with Exif and a rotation; the
 * large ones have one colour.
 */
type PictureFile = 'turned.heic' | 'two-pictures.heic' | '24-megapixels.heic' | '48-megapixels.heic'

/** A picture stored beside the tests. */
export function pictureFile(name: PictureFile): Promise<Buffer> {
  return readFile(new URL(`pictures/${name}`, import.meta.url))
}
