import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { GivenProof } from '#domain/api/own-proof.ts'
import { fieldsOf, type FirmSection } from '#domain/firm/sections.ts'
import { isLetterSection } from '#domain/firm/letter/sections.ts'
import { isWorded } from '#domain/firm/wording.ts'
import type { FirmSettings } from '#server/platform/config/firm.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { firmSettings, firmState } from '#server/platform/db/firm-schema.ts'
import { DomainError, notFound, signedOut } from '#server/platform/domain-error.ts'
import { record } from '#server/shared/audit/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { loadFirm } from '#server/shared/firm/load-firm.ts'
import type { IsCurrent } from '#server/shared/http/etag.ts'
import { requirePermission } from '#server/shared/permission.ts'
import { checkSection } from './check-section.ts'
import { lockOwnAccount } from '#server/features/auth/locked-account.ts'
import { consumeProof, proveOwner, readProof, type OwnProof } from '#server/features/auth/own-proof.ts'
import { changeOfSecondFactor } from '#server/features/auth/second-factor/proof-purpose.ts'

type Texts = Readonly<Record<string, string>>

/** A change of one section. */
interface SectionChange {
  section: FirmSection
  values: Texts
  /** Whether the caller saw the current version; undefined for any. */
  isCurrent: IsCurrent | undefined
  /** Needed for the section `signIn`. */
  proof: GivenProof | undefined
}

/**
 * Stores a section as a new version, unless nothing changes, and applies it to this server at once. The others follow
 * within a second.
 *
 * @throws DomainError invalid (400) per field; conflict (409) `set-by-environment`, `enrol-first`; stale (412)
 */
export async function saveSection(
  act: CommandContext,
  { section, values, isCurrent, proof: given }: SectionChange,
): Promise<void> {
  requireMayChange(act, section)
  const checked = checkSection(act.context.settings.firm, section, values)
  requireUnpinned(act.context.settings.firm, section, checked)
  const proof = await requireProof(act, section, given)
  await inTransaction(act, async (work) => {
    await checkProof(work, proof)
    const current = await lockSection(work.tx, section)
    requireVersion(section, current.version, isCurrent)
    const next = withoutDefaults(work.context.settings.firm, section, { ...current.values, ...checked })
    await storeVersion(work, { section, current, next, from: null })
  })
  await loadFirm(act.context)
}

/**
 * Restores an earlier version of a section as a new one.
 *
 * @throws DomainError not-found (404) for a version that does not exist; as {@link saveSection}
 */
export async function restoreSection(
  act: CommandContext,
  { section, version, isCurrent, proof: given }: Omit<SectionChange, 'values'> & { version: number },
): Promise<void> {
  requireMayChange(act, section)
  const proof = await requireProof(act, section, given)
  await inTransaction(act, async (work) => {
    await checkProof(work, proof)
    const current = await lockSection(work.tx, section)
    requireVersion(section, current.version, isCurrent)
    const [earlier] = await work.tx
      .select({ values: firmSettings.values })
      .from(firmSettings)
      .where(and(eq(firmSettings.section, section), eq(firmSettings.version, version)))
    if (earlier === undefined) throw notFound()
    // A field that this release does not have is left out.
    const known = Object.entries(earlier.values).filter(([name]) => Object.hasOwn(fieldsOf(section), name))
    await storeVersion(work, { section, current, next: Object.fromEntries(known), from: version })
  })
  await loadFirm(act.context)
}

/** Admins change the wording of mails and the FAIS letter, and nothing else. */
function requireMayChange({ actor }: CommandContext, section: FirmSection): void {
  if (!isWorded(section) && !isLetterSection(section)) requirePermission(actor, 'firm.configure')
}

/** A pinned value can be stored as it is, so that removing the variable later changes nothing. */
function requireUnpinned({ pinned }: FirmSettings, section: FirmSection, values: Texts): void {
  for (const [name, value] of Object.entries(values)) {
    const set = pinned[section]?.[name]
    if (set === undefined || set === value) continue
    const { label, variable } = fieldsOf(section)[name] ?? { label: name }
    throw new DomainError(
      'conflict',
      `${label} is set on the server by ${variable ?? 'a variable'} and cannot be changed here.`,
      { code: 'set-by-environment', errors: [{ path: name, message: `Set by ${variable}` }] },
    )
  }
}

/** An unattended browser must not suffice to open the site to everyone. */
async function requireProof(
  act: CommandContext,
  section: FirmSection,
  proof: GivenProof | undefined,
): Promise<OwnProof | null> {
  return section === 'signIn' ? proveOwner(act, readProof({ proof }), changeOfSecondFactor(act)) : null
}

async function checkProof(work: TransactionContext, proof: OwnProof | null): Promise<void> {
  if (proof === null) return
  if (!(await consumeProof(work, await lockOwnAccount(work.tx, work.actor), proof))) throw signedOut()
}

/** Changes of the firm's settings wait for each other here. */
async function lockSection(
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

function requireVersion(section: FirmSection, version: number, isCurrent: IsCurrent | undefined): void {
  if (isCurrent === undefined || isCurrent({ id: section, version })) return
  throw new DomainError(
    'stale',
    'Someone else has changed these settings. Reload the page to see them, then make your changes again.',
    { code: 'version-conflict' },
  )
}

/** A default that a release changes later applies to firms that never chose another. Pinned values are kept as given. */
function withoutDefaults({ defaults, pinned }: FirmSettings, section: FirmSection, values: Texts): Texts {
  const unset: Texts = defaults[section]
  const chosen = Object.entries(values).filter(
    ([name, value]) => value !== unset[name] || pinned[section]?.[name] === value,
  )
  return Object.fromEntries(chosen)
}

interface Version {
  section: FirmSection
  current: { version: number; values: Texts }
  next: Texts
  /** The restored version. */
  from: number | null
}

async function storeVersion(
  work: TransactionContext,
  { section, current, next, from }: Version,
): Promise<void> {
  const names = [...new Set([...Object.keys(current.values), ...Object.keys(next)])]
  const fields = names.filter((name) => current.values[name] !== next[name]).toSorted()
  if (fields.length === 0) return
  if (section === 'signIn') await requireEnrolled(work, next)
  const version = current.version + 1
  await work.tx.insert(firmSettings).values({
    section,
    version,
    values: { ...next },
    changed: fields,
    changedBy: work.actor.userId,
    changedAt: work.now,
  })
  await (from === null
    ? record(work, 'firm.settings-changed', null, { section, version, fields })
    : record(work, 'firm.settings-restored', null, { section, version, from, fields }))
}

/** Requiring a second factor that one does not have would end one's own access. */
async function requireEnrolled(work: TransactionContext, { secondFactor }: Texts): Promise<void> {
  if (secondFactor !== 'required') return
  if ((await lockOwnAccount(work.tx, work.actor)).secondFactorSince !== null) return
  throw new DomainError(
    'conflict',
    'Set up your own authenticator first, under Account. Then require it of all staff.',
    { code: 'enrol-first' },
  )
}
