import { readFile } from 'node:fs/promises'

/**
 * Pictures that no library of ours can make: HEIC, by heif-enc. `turned` is of four colours, with Exif and a rotation; the
 * large ones are of one colour.
 */
type PictureFile = 'turned.heic' | '24-megapixels.heic' | '48-megapixels.heic'

/** A picture that is kept beside the tests. */
export function pictureFile(name: PictureFile): Promise<Buffer> {
  return readFile(new URL(`pictures/${name}`, import.meta.url))
}
