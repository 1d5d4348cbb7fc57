import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Scale } from './measurement.ts'
import { conditions, writeToDocument } from './support/document.ts'
import { tableOf, type Section } from './support/table.ts'

/**
 * `npm run bench`: measures each subject in a process of its own and prints its table.
 *
 * `--only NAME` (repeatable) selects files by name without `.bench.ts`; `--quick` runs few and short rounds; `--write`
 * updates docs/performance.md; `--keep FOLDER` stores large databases there and reuses those of an earlier run. The
 * exit code is 0 if every target was met.
 */
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const BUILD = new URL('../../scripts/build.mjs', import.meta.url).href
const ENDING = '.bench.ts'
const QUICK = { rounds: 2, seconds: 2 }
const THOROUGH = { rounds: 5, seconds: 5 }

const { buildIfNeeded } = (await import(BUILD)) as {
  buildIfNeeded: (node: string) => Promise<void>
}
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    keep: { type: 'string' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

/** Files of the selected subjects. */
function files(): string[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(ENDING))
  const subjects = names.map((name) => name.slice(0, -ENDING.length)).toSorted()
  const unknown = options.only?.find((name) => !subjects.includes(name))
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${subjects.join(', ')}.`)
  return (options.only ?? subjects).map((name) => path.join(FOLDER, `${name}${ENDING}`))
}

/**
 * Measures one subject. @returns undefined if it failed; the others continue, and its earlier results in the document
 * stay
 */
async function measure(file: string, { rounds, seconds, keep }: Scale): Promise<Section | undefined> {
  const given = [file, String(rounds), String(seconds), ...(keep === undefined ? [] : [path.resolve(keep)])]
  const child = fork(path.join(FOLDER, 'support/run-measurement.ts'), given)
  const measured: Section[] = []
  child.on('message', (section: Section) => measured.push(section))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 0 && measured.length > 0) return measured[0]
  process.stdout.write(`\n${path.basename(file, ENDING)} could not be measured.\n`)
  return undefined
}

// Measures a build of the current sources.
await buildIfNeeded(process.execPath)
const scale: Scale = { ...(options.quick ? QUICK : THOROUGH), keep: options.keep }
const subjects = files()
const sections: Section[] = []
for (const file of subjects) {
  const section = await measure(file, scale)
  if (section !== undefined) sections.push(section)
}
for (const { name, rows } of sections) process.stdout.write(`\n${name}\n\n${tableOf(rows)}\n`)
const measured = conditions(scale)
process.stdout.write(`\n${measured}\n`)
if (options.write) writeToDocument(sections, measured)
const isAllMeasured = sections.length === subjects.length
process.exitCode = isAllMeasured && sections.every(({ rows }) => rows.every(({ met }) => met)) ? 0 : 1
