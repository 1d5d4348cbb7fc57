import { existsSync } from 'node:fs'
import path from 'node:path'

/** The nearest folder above with a package.json, for the sources and for the bundle in dist/server alike. */
function findProductFolder(folder = import.meta.dirname): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findProductFolder(path.dirname(folder))
}

const PRODUCT = findProductFolder()

/** The absolute path of a file or folder of this product, given its path from the folder of package.json. */
export function productFile(relativePath: string): string {
  return path.join(PRODUCT, relativePath)
}
