import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** Whether Debian's `pdfinfo` (poppler-utils) is here. */
export const hasPdfinfo = spawnSync('pdfinfo', ['-v']).error === undefined

/**
 * What pdfinfo says of a file, and then of its tree of parts with their texts. What is wrong with either it says too.
 *
 * @param file where the bytes are written for it
 */
export function pdfinfo(file: string, bytes: Uint8Array): { itself: string; parts: string } {
  writeFileSync(file, bytes)
  const run = (...options: string[]) => {
    const { stdout, stderr } = spawnSync('pdfinfo', [...options, file], { encoding: 'utf8' })
    return stderr + stdout
  }
  return { itself: run(), parts: run('-struct-text') }
}
