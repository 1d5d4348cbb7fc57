import { desc, eq, inArray } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import {
  MAX_VERSIONS,
  type FirmSectionState,
  type FirmSettingsState,
  type FirmVersionState,
} from '#features/firm/api.ts'
import {
  fieldsOf,
  firmSectionNames,
  missingFields,
  type FirmSection,
} from '#features/brand/rules/sections.ts'
import { isWorded, type WordedMail } from '#features/brand/rules/wording.ts'
import type { Queries } from '#base/server/db/database.ts'
import { firmSettings } from '#features/brand/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Context } from '#base/server/context.ts'
import { currentVersions, type FirmVersion } from '#features/brand/server/load-firm.ts'
import { isSameWording, standardWording } from './standard-wording.ts'

type FirmContext = Pick<Context, 'settings' | 'database'>

/** All sections, and what setup still needs. */
export async function firmState({ settings, database }: FirmContext): Promise<FirmSettingsState> {
  const versions = await currentVersions(database.db)
  const names = await namesOf(database.db, [...versions.values()])
  const { firm, production } = settings
  return {
    sections: firmSectionNames.map((section) => present(settings, section, versions.get(section), names)),
    setup: {
      pending: production && !firm.isSetUp,
      missing: missingFields(firm.values),
    },
  }
}

/** One section. */
export async function sectionState(
  { settings, database }: FirmContext,
  section: FirmSection,
): Promise<FirmSectionState> {
  const version = (await currentVersions(database.db)).get(section)
  const names = await namesOf(database.db, version === undefined ? [] : [version])
  return present(settings, section, version, names)
}

/** The newest versions of a section. */
export async function versionsOf(db: Queries, section: FirmSection): Promise<FirmVersionState[]> {
  const rows = await db
    .select()
    .from(firmSettings)
    .where(eq(firmSettings.section, section))
    .orderBy(desc(firmSettings.version))
    .limit(MAX_VERSIONS)
  const names = await namesOf(db, rows)
  return rows.map((row) => ({ ...presentChange(row, names), fields: row.changed, values: row.values }))
}

/** Shown in place of a user's name. */
const BY_IMPORT = 'imported on the server'

type Names = ReadonlyMap<string, string>

async function namesOf(db: Queries, versions: readonly FirmVersion[]): Promise<Names> {
  const ids = [...new Set(versions.flatMap(({ changedBy }) => changedBy ?? []))]
  if (ids.length === 0) return new Map()
  const { id, fullName, username } = users
  const rows = await db.select({ id, fullName, username }).from(users).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, accountName(row)]))
}

function presentChange({ version, changedBy, changedAt }: FirmVersion, names: Names) {
  const by = changedBy === null ? BY_IMPORT : (names.get(changedBy) ?? null)
  return { version, changedBy: by, changedAt: changedAt.toISOString() }
}

function presentStandard(
  branding: Context['settings']['branding'],
  mail: WordedMail,
  version: FirmVersion | undefined,
): FirmSectionState['standard'] {
  const now = standardWording(branding, mail)
  const saved = version?.standard ?? null
  const isOwn = Object.keys(version?.values ?? {}).length > 0
  return { now, before: saved !== null && isOwn && !isSameWording(saved, now) ? saved : null }
}

function present(
  { firm, branding }: Context['settings'],
  section: FirmSection,
  version: FirmVersion | undefined,
  names: Names,
): FirmSectionState {
  const fields = Object.keys(fieldsOf(section))
  return {
    id: section,
    version: version?.version ?? 0,
    values: firm.values[section],
    sources: Object.fromEntries(
      fields.map((field) => [field, firm.stored[section]?.[field] === undefined ? 'default' : 'database']),
    ),
    lastChange: version === undefined ? null : presentChange(version, names),
    standard: isWorded(section) ? presentStandard(branding, section, version) : null,
  }
}
