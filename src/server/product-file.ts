import { fileURLToPath } from 'node:url'

/** As far above this file as above what is built of it, which lies in dist/server. */
const PRODUCT = new URL('../../', import.meta.url)

/** Where a file or folder of this product is, by its path from the folder of package.json: what asks may run as written, or as built. */
export function productFile(path: string): string {
  return fileURLToPath(new URL(path, PRODUCT))
}
