import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { productFile } from './product-file.ts'

/** The application's version from package.json. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(productFile('package.json'), 'utf8'))).version
