import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Counter } from './balancer.ts'
import type { Bounds, Fault } from './fault.ts'
import type { Measured } from './site.ts'

/** The result of one round. */
export interface Outcome extends Omit<Counter, 'causes'> {
  fault: Fault
  lost: number
  doubled: number
  /** Times specific to this fault. */
  measured: readonly Measured[]
  /** Whether the machine was idle, so that time limits applied. */
  isQuiet: boolean
}

const DOCUMENT = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))
const FORMATTER = fileURLToPath(new URL('../../node_modules/.bin/oxfmt', import.meta.url))
const BEGIN = '<!-- faults: begin -->'
const END = '<!-- faults: end -->'
const HEAD = [
  '| Fault | Promise | Rounds | Acknowledged | Lost | Doubled | Refused in words | No answer | Longest gap | Longest wait | Also | Times held to | Played |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
]

/** Replaces the rows of the faults that ran; the others stay. */
export function writeToDocument(outcomes: readonly Outcome[]): void {
  writeFileSync(DOCUMENT, withRows(readFileSync(DOCUMENT, 'utf8'), outcomes, conditions()))
  execFileSync(FORMATTER, [DOCUMENT])
}

/** Replaces the lines between two named markers of a document. */
export function writeBlock(name: string, lines: readonly string[]): void {
  const document = readFileSync(DOCUMENT, 'utf8')
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const [first, last] = [document.indexOf(begin), document.indexOf(end)]
  if (first === -1 || last < first)
    throw new Error(`docs/reliability.md has lost its two markers of ${name}.`)
  const block = [begin, '', ...lines, '', end].join('\n')
  writeFileSync(DOCUMENT, document.slice(0, first) + block + document.slice(last + end.length))
  execFileSync(FORMATTER, [DOCUMENT])
}

/** @throws Error if a marker is missing */
export function withRows(document: string, outcomes: readonly Outcome[], measured: string): string {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END)
  if (begin === -1 || end < begin) throw new Error('docs/reliability.md has lost its two markers.')
  const rows = new Map(
    document
      .slice(begin, end)
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Fault') && !line.startsWith('| ---'))
      .map((line) => [nameIn(line), line]),
  )
  for (const [name, played] of Map.groupBy(outcomes, ({ fault }) => fault.name)) {
    rows.set(name, rowOf(name, played))
  }
  const block = [BEGIN, '', measured, '', ...HEAD, ...rows.values(), '', END].join('\n')
  return document.slice(0, begin) + block + document.slice(end + END.length)
}

function nameIn(line: string): string {
  return line.split('|')[1]?.trim() ?? ''
}

function rowOf(name: string, played: readonly Outcome[]): string {
  const sum = (key: 'acknowledged' | 'lost' | 'doubled' | 'refused' | 'errors') =>
    played.reduce((total, outcome) => total + outcome[key], 0)
  const bounds = played[0]?.fault.bounds
  const longest = (key: 'longestGapMs' | 'longestWaitMs', bound: keyof Bounds) =>
    `${(Math.max(...played.map((outcome) => outcome[key])) / 1000).toFixed(1)} of ${bounds?.[bound]} s`
  const cells = [
    name,
    played[0]?.fault.promise,
    played.length,
    sum('acknowledged'),
    sum('lost'),
    sum('doubled'),
    sum('refused'),
    sum('errors'),
    longest('longestGapMs', 'gapSeconds'),
    longest('longestWaitMs', 'waitSeconds'),
    longestOfEach(played.flatMap(({ measured }) => measured)),
    `in ${played.filter(({ isQuiet }) => isQuiet).length} rounds`,
    today(),
  ]
  return `| ${cells.join(' | ')} |`
}

function longestOfEach(measured: readonly Measured[]): string {
  const each = Map.groupBy(measured, ({ what }) => what)
  return [...each]
    .map(([what, times]) => {
      const longest = Math.max(...times.map(({ seconds }) => seconds))
      return `${what}: ${longest.toFixed(1)} of ${times[0]?.atMostSeconds} s`
    })
    .join('; ')
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** The machine and the date. */
export function conditions(): string {
  const processor = cpus()[0]?.model.trim() || 'unnamed processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  return `Last played on ${today()}: ${availableParallelism()} cores (${processor}), ${memory} GB, Node ${process.version}; servers, database, clients and load balancer share them.`
}
