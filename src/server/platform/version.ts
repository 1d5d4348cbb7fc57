import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { productFile } from './product-file.ts'

/** The version of the application, by its package. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(productFile('package.json'), 'utf8'))).version
