import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { FirmSection } from '#domain/firm/sections.ts'
import type { FirmSettings } from '#server/platform/config/firm.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { firmSettings, firmState } from '#server/platform/db/firm-schema.ts'
import type { Doer } from '#server/shared/actor.ts'
import { record } from '#server/shared/audit/record.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'

export type Texts = Readonly<Record<string, string>>

/** Changes of the firm's settings wait for each other here. */
export async function lockSection(
  tx: Transaction,
  section: FirmSection,
): Promise<{ version: number; values: Texts }> {
  const revision = randomUUID()
  await tx
    .insert(firmState)
    .values({ revision })
    .onConflictDoUpdate({ target: firmState.isAll, set: { revision } })
  const [current] = await tx
    .select({ version: firmSettings.version, values: firmSettings.values })
    .from(firmSettings)
    .where(eq(firmSettings.section, section))
    .orderBy(desc(firmSettings.version))
    .limit(1)
  return current ?? { version: 0, values: {} }
}

/** A default that a release changes later applies to firms that never chose another. Pinned values are kept as given. */
export function withoutDefaults(
  { defaults, pinned }: FirmSettings,
  section: FirmSection,
  values: Texts,
): Texts {
  const unset: Texts = defaults[section]
  const chosen = Object.entries(values).filter(
    ([name, value]) => value !== unset[name] || pinned[section]?.[name] === value,
  )
  return Object.fromEntries(chosen)
}

/** A version to store. */
export interface NewVersion {
  section: FirmSection
  current: { version: number; values: Texts }
  next: Texts
  /** The restored version. */
  from: number | null
}

/** The names of the fields that a version changes. */
export function changedFields({ current, next }: Pick<NewVersion, 'current' | 'next'>): string[] {
  const names = [...new Set([...Object.keys(current.values), ...Object.keys(next)])]
  return names.filter((name) => current.values[name] !== next[name]).toSorted()
}

/**
 * Stores a version and its audit events, unless nothing changes. Without an actor it is an operator's import.
 *
 * @returns whether there is a new version
 */
export async function storeVersion(
  work: TransactionContext<Doer | null, 'database'>,
  { section, current, next, from }: NewVersion,
): Promise<boolean> {
  const fields = changedFields({ current, next })
  if (fields.length === 0) return false
  const version = current.version + 1
  await work.tx.insert(firmSettings).values({
    section,
    version,
    values: { ...next },
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
