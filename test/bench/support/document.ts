import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Scale } from '../measurement.ts'

const DOCUMENT = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url))
const FORMATTER = fileURLToPath(new URL('../../../node_modules/.bin/oxfmt', import.meta.url))
const BEGIN = '<!-- bench: begin -->'
const END = '<!-- bench: end -->'
const GIGABYTE = 2 ** 30

/** On what, when and how long it was measured. */
export function conditions({ rounds, seconds }: Scale): string {
  const memory = Math.round(totalmem() / GIGABYTE)
  const processor = cpus()[0]?.model.trim() || 'unnamed processor'
  const date = new Date().toISOString().slice(0, 10)
  return `Measured on ${date}: ${availableParallelism()} cores (${processor}), ${memory} GB, Node ${process.version}; ${rounds} rounds of ${seconds} s.`
}

/** Puts text between the two markers of docs/performance.md. */
export function writeToDocument(text: string): void {
  const before = readFileSync(DOCUMENT, 'utf8')
  const begin = before.indexOf(BEGIN)
  const end = before.indexOf(END)
  if (begin === -1 || end < begin) throw new Error('docs/performance.md has lost its two markers.')
  writeFileSync(DOCUMENT, `${before.slice(0, begin)}${BEGIN}\n\n${text}\n\n${before.slice(end)}`)
  execFileSync(FORMATTER, [DOCUMENT])
}
