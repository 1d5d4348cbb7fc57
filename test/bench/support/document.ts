import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Scale } from '../measurement.ts'
import { tableOf, type Section } from './table.ts'

const DOCUMENT = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url))
const FORMATTER = fileURLToPath(new URL('../../../node_modules/.bin/oxfmt', import.meta.url))
const BEGIN = '<!-- bench: begin -->'
const END = '<!-- bench: end -->'
/** Precedes the name of each subject. */
const HEADING = '### '
const GIGABYTE = 2 ** 30

/** Machine, date and duration of the measurement. */
export function conditions({ rounds, seconds }: Scale): string {
  const memory = Math.round(totalmem() / GIGABYTE)
  const processor = cpus()[0]?.model.trim() || 'unnamed processor'
  const date = new Date().toISOString().slice(0, 10)
  return `Measured on ${date}: ${availableParallelism()} cores (${processor}), ${memory} GB, Node ${process.version}; ${rounds} rounds of ${seconds} s.`
}

/**
 * A document with the results between its two markers. Subjects that were measured again are replaced; the others keep
 * their results and date.
 *
 * @throws if a marker is missing
 */
export function withSections(document: string, sections: readonly Section[], measured: string): string {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END)
  if (begin === -1 || end < begin) throw new Error('docs/performance.md has lost its two markers.')
  const subjects = new Map(
    document
      .slice(begin + BEGIN.length, end)
      .split(`\n${HEADING}`)
      .slice(1)
      .map((block) => [block.slice(0, block.indexOf('\n')), block.trim()]),
  )
  for (const { name, rows } of sections) subjects.set(name, `${name}\n\n${measured}\n\n${tableOf(rows)}`)
  const blocks = [...subjects.values()].map((block) => `${HEADING}${block}`)
  return `${document.slice(0, begin)}${[BEGIN, ...blocks, END].join('\n\n')}${document.slice(end + END.length)}`
}

/** Writes the results into docs/performance.md. */
export function writeToDocument(sections: readonly Section[], measured: string): void {
  writeFileSync(DOCUMENT, withSections(readFileSync(DOCUMENT, 'utf8'), sections, measured))
  execFileSync(FORMATTER, [DOCUMENT])
}
