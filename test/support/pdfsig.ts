import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** Whether Debian's `pdfsig` (poppler-utils) is installed. */
export const hasPdfsig = spawnSync('pdfsig', ['-v']).error === undefined

/**
 * pdfsig's output about a file's signatures. Its exit code is 0 even for invalid ones.
 *
 * @param file path to write the bytes to
 */
export function pdfsig(file: string, bytes: Uint8Array): string {
  writeFileSync(file, bytes)
  const { stdout, stderr } = spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' })
  return stdout + stderr
}

/** Whether the output reports a valid signature over the whole file. */
export function isSigned(output: string): boolean {
  return output.includes('Signature is Valid') && output.includes('Total document signed')
}
