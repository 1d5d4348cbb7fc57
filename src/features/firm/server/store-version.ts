import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { FirmSection } from '#features/brand/rules/sections.ts'
import type { StandardWording } from '#features/brand/rules/wording.ts'
import type { FirmSettings } from '#features/brand/server/firm.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { firmSettings, firmState } from '#features/brand/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { isSameWording } from './standard-wording.ts'

export type Texts = Readonly<Record<string, string>>

/** The current version of a section; 0 without one. */
export interface CurrentVersion {
  version: number
  values: Texts
  standard: StandardWording | null
}

/** Changes of the firm's settings wait for each other here. */
export async function lockSection(tx: Transaction, section: FirmSection): Promise<CurrentVersion> {
  const revision = randomUUID()
  await tx
    .insert(firmState)
    .values({ revision })
    .onConflictDoUpdate({ target: firmState.isAll, set: { revision } })
  const [current] = await tx
    .select({
      version: firmSettings.version,
      values: firmSettings.values,
      standard: firmSettings.standard,
    })
    .from(firmSettings)
    .where(eq(firmSettings.section, section))
    .orderBy(desc(firmSettings.version))
    .limit(1)
  return current ?? { version: 0, values: {}, standard: null }
}

/** A default that a release changes later applies to firms that never chose another. */
export function withoutDefaults({ defaults }: FirmSettings, section: FirmSection, values: Texts): Texts {
  const unset: Texts = defaults[section]
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== unset[name]))
}

/** A version to store. */
export interface NewVersion {
  section: FirmSection
  current: CurrentVersion
  next: Texts
  /** The standard wording of the mail today. */
  standard?: StandardWording | undefined
  /** The restored version. */
  from: number | null
}

/** The names of the fields that a version changes. */
export function changedFields({ current, next }: Pick<NewVersion, 'current' | 'next'>): string[] {
  const names = [...new Set([...Object.keys(current.values), ...Object.keys(next)])]
  return names.filter((name) => current.values[name] !== next[name]).toSorted()
}

/** Saving a wording again after the standard has changed confirms it. */
function isConfirmed({ standard: before }: CurrentVersion, standard: StandardWording | undefined): boolean {
  return before !== null && standard !== undefined && !isSameWording(before, standard)
}

/**
 * Stores a version and its audit events, unless nothing changes. Without an actor it is an operator's import.
 *
 * @returns whether there is a new version
 */
export async function storeVersion(
  work: TransactionContext<Doer | null, 'database'>,
  { section, current, next, from, standard }: NewVersion,
): Promise<boolean> {
  const fields = changedFields({ current, next })
  if (fields.length === 0 && !isConfirmed(current, standard)) return false
  const version = current.version + 1
  await work.tx.insert(firmSettings).values({
    section,
    version,
    values: { ...next },
    standard: standard ?? null,
    changed: fields,
    changedBy: work.actor?.userId ?? null,
    changedAt: work.now,
  })
  const by = work.actor === null ? ({ by: 'import' } as const) : {}
  await (from === null
    ? record(work, 'firm.settings-changed', null, { section, version, fields, ...by })
    : record(work, 'firm.settings-restored', null, { section, version, from, fields }))
  if (section !== 'logo') return true
  for (const kind of fields) {
    const sha256 = next[kind] ?? ''
    if (sha256 !== '') await record(work, 'firm.file-changed', null, { kind, sha256 })
  }
  return true
}
