import { createHash } from 'node:crypto'
import { firmSectionNames, type FirmSection, type SomeFirmValues } from '#features/brand/rules/sections.ts'
import { readInput, type InputProblem } from '#base/rules/input/read-input.ts'
import { commandCall } from '#base/server/command-call.ts'
import { redrawLogo } from '#features/documents/server/inspection/run-logo-redrawer.ts'
import { mergeFirm, type FirmSettings } from '#features/brand/server/firm.ts'
import { firmFiles } from '#features/brand/schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Doer } from '#features/access/server/actor.ts'
import {
  inTransaction,
  systemContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import { checkSection } from '../check-section.ts'
import { lockSection, storeVersion, withoutDefaults, type Texts } from '../store-version.ts'
import { firmFileSchema, logoFields, type FirmFile } from './firm-file.ts'

type Picture = typeof firmFiles.$inferInsert
type Sections = [section: FirmSection, values: Texts][]

/** Stores the risk model of a file. */
export type ImportRiskModel = (
  work: TransactionContext<Doer | null, 'database'>,
  model: unknown,
) => Promise<boolean>

/**
 * Replaces the sections that a file names, each by one new version, in one transaction. Other sections stay. Servers
 * follow within a second.
 *
 * @param text the file's content
 * @returns what changed: sections, and "risk model"
 * @throws DomainError invalid (400) with every problem
 */
export async function importFirm(
  context: Pick<Context, 'database' | 'settings' | 'now'>,
  text: string,
  importRiskModel: ImportRiskModel,
): Promise<string[]> {
  await loadFirm(context)
  const file = readFile(text)
  const act = systemContext(context)
  const pictures = await redrawn(file.logo, act.now)
  const { firm } = context.settings
  const given = sectionsOf(file, pictures)
  const checked = checkAll(firm, given)
  return inTransaction(act, async (work) => {
    for (const { picture } of pictures) await work.tx.insert(firmFiles).values(picture).onConflictDoNothing()
    const changed: string[] = []
    for (const [section, values] of checked) {
      const current = await lockSection(work.tx, section)
      const next = withoutDefaults(firm, section, values)
      if (await storeVersion(work, { section, current, next, from: null })) changed.push(section)
    }
    if (file.riskModel !== undefined && (await importRiskModel(work, file.riskModel)))
      changed.push('risk model')
    return changed
  })
}

function readFile(text: string): FirmFile {
  const input = readInput(firmFileSchema, parseJson(text))
  if (!input.ok) throw notImported(input.problems)
  const unknown = Object.keys(input.data.sections).filter(
    (name) => name === 'logo' || !(firmSectionNames as readonly string[]).includes(name),
  )
  if (unknown.length === 0) return input.data
  throw notImported(
    unknown.map((name) => ({ path: `sections.${name}`, message: 'This release has no such section.' })),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError(
      'invalid',
      `This is not a file of ${commandCall('firm:export')}. Nothing was imported.`,
    )
  }
}

/** Pictures are redrawn like uploaded ones: a file may have been edited. */
async function redrawn(logo: FirmFile['logo'], now: Date): Promise<{ field: string; picture: Picture }[]> {
  const pictures: { field: string; picture: Picture }[] = []
  for (const field of logoFields) {
    const base64 = logo?.[field]
    if (base64 === undefined) continue
    const { content, width, height } = await redrawLogo(Buffer.from(base64, 'base64'))
    const sha256 = createHash('sha256').update(content).digest('hex')
    pictures.push({
      field,
      picture: { sha256, content: Buffer.from(content), width, height, createdAt: now },
    })
  }
  return pictures
}

function sectionsOf({ sections, logo }: FirmFile, pictures: Awaited<ReturnType<typeof redrawn>>): Sections {
  const named = Object.entries(sections) as Sections
  if (logo === undefined) return named
  return [
    ...named,
    ['logo', Object.fromEntries(pictures.map(({ field, picture }) => [field, picture.sha256]))],
  ]
}

/** Each section is checked with the others of the file: links in a wording may name the hosts of its links. */
function checkAll(firm: FirmSettings, given: Sections): Sections {
  const stored: SomeFirmValues = { ...firm.stored, ...Object.fromEntries(given) }
  const then = { ...firm, stored, values: mergeFirm({ ...firm, stored }) }
  const problems: InputProblem[] = []
  const checked = given.map(([section, values]): Sections[number] => {
    try {
      return [section, checkSection(then, section, values)]
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const found = error.errors ?? [{ path: '', message: error.message }]
      problems.push(...found.map(({ path, message }) => ({ path: `sections.${section}.${path}`, message })))
      return [section, {}]
    }
  })
  if (problems.length > 0) throw notImported(problems)
  return checked
}

/** The error of a file with mistakes. */
export function notImported(errors: readonly InputProblem[]): DomainError {
  const lines = errors.map(({ path, message }) => `  ${path}: ${message}`)
  return new DomainError('invalid', ['Nothing was imported:', ...lines].join('\n'), { errors: [...errors] })
}
