import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** Whether Debian's `pdfinfo` (poppler-utils) is installed. */
export const hasPdfinfo = spawnSync('pdfinfo', ['-v']).error === undefined

/**
 * pdfinfo's output about a file and its structure tree with texts, including errors.
 *
 * @param file path to write the bytes to
 */
export function pdfinfo(file: string, bytes: Uint8Array): { itself: string; parts: string } {
  writeFileSync(file, bytes)
  const run = (...options: string[]) => {
    const { stdout, stderr } = spawnSync('pdfinfo', [...options, file], { encoding: 'utf8' })
    return stderr + stdout
  }
  return { itself: run(), parts: run('-struct-text') }
}
