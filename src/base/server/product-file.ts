import { existsSync } from 'node:fs'
import path from 'node:path'

/** The nearest parent folder with a package.json, for the sources and the bundle in dist/server. */
function findProductFolder(folder = import.meta.dirname): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findProductFolder(path.dirname(folder))
}

const PRODUCT = findProductFolder()

/** The absolute path of a product file, by its path from the folder of package.json. */
export function productFile(relativePath: string): string {
  return path.join(PRODUCT, relativePath)
}
