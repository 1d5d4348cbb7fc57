import { and, eq } from 'drizzle-orm'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { fieldsOf, type FirmSection } from '#features/brand/rules/sections.ts'
import { secondFactorRolesOf } from '#features/brand/rules/sign-in-section.ts'
import { isLetterSection } from '#features/brand/rules/letter/sections.ts'
import { isWorded } from '#features/brand/rules/wording.ts'
import { firmSettings } from '#features/brand/schema.ts'
import { DomainError, notFound, signedOut } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import type { IsCurrent } from '#base/server/http/etag.ts'
import { requirePermission } from '#features/access/server/permission.ts'
import { checkSection } from './check-section.ts'
import { standardWording } from './standard-wording.ts'
import {
  changedFields,
  lockSection,
  storeVersion,
  withoutDefaults,
  type NewVersion,
  type Texts,
} from './store-version.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { consumeProof, proveOwner, readProof, type OwnProof } from '#features/sign-in/server/own-proof.ts'
import { changeOfSecondFactor } from '#features/sign-in/server/second-factor/proof-purpose.ts'

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
 * @throws DomainError invalid (400) per field; conflict (409) `enrol-first`; stale (412)
 */
export async function saveSection(
  act: CommandContext,
  { section, values, isCurrent, proof: given }: SectionChange,
): Promise<void> {
  requireMayChange(act, section)
  const checked = checkSection(act.context.settings.firm, section, values)
  const proof = await requireProof(act, section, given)
  await inTransaction(act, async (work) => {
    await checkProof(work, proof)
    const current = await lockSection(work.tx, section)
    requireVersion(section, current.version, isCurrent)
    const next = withoutDefaults(work.context.settings.firm, section, { ...current.values, ...checked })
    await storeOwnVersion(work, { section, current, next, from: null })
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
    await storeOwnVersion(work, { section, current, next: Object.fromEntries(known), from: version })
  })
  await loadFirm(act.context)
}

/** Admins change the wording of mails and the FAIS letter, and nothing else. */
function requireMayChange({ actor }: CommandContext, section: FirmSection): void {
  if (!isWorded(section) && !isLetterSection(section)) requirePermission(actor, 'firm.configure')
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

function requireVersion(section: FirmSection, version: number, isCurrent: IsCurrent | undefined): void {
  if (isCurrent === undefined || isCurrent({ id: section, version })) return
  throw new DomainError(
    'stale',
    'Someone else has changed these settings. Reload the page to see them, then make your changes again.',
    { code: 'version-conflict' },
  )
}

/** Stores a version by a signed-in user. @throws DomainError conflict (409) `enrol-first` */
async function storeOwnVersion(work: TransactionContext, version: NewVersion): Promise<void> {
  const fields = changedFields(version)
  if (version.section === 'signIn' && fields.length > 0) await requireEnrolled(work, version.next)
  const { section } = version
  const standard = isWorded(section) ? standardWording(work.context.settings.branding, section) : undefined
  await storeVersion(work, { ...version, standard })
}

/** Requiring a second factor that one does not have would end one's own access. */
async function requireEnrolled(work: TransactionContext, { secondFactor }: Texts): Promise<void> {
  if (!secondFactorRolesOf(secondFactor ?? '').includes(work.actor.role)) return
  if ((await lockOwnAccount(work.tx, work.actor)).secondFactorSince !== null) return
  throw new DomainError(
    'conflict',
    'Set up your own authenticator first, under Account. Then require it of others.',
    { code: 'enrol-first' },
  )
}
