import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** Whether Debian's `pdfsig` (poppler-utils) is here. */
export const hasPdfsig = spawnSync('pdfsig', ['-v']).error === undefined

/**
 * What pdfsig says of a file's signatures: it exits with 0 on a mismatch too, so its words are what counts.
 *
 * @param file where the bytes are written for it
 */
export function pdfsig(file: string, bytes: Uint8Array): string {
  writeFileSync(file, bytes)
  const { stdout, stderr } = spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' })
  return stdout + stderr
}

/** Whether by its words there is a signature, it is valid, and covers all of the file. */
export function isSigned(output: string): boolean {
  return output.includes('Signature is Valid') && output.includes('Total document signed')
}
