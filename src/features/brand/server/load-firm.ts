import { desc, eq, sql } from 'drizzle-orm'
import { sectionSchema } from '#features/brand/rules/field-schemas.ts'
import { firmSectionNames, type FirmSection, type SomeFirmValues } from '#features/brand/rules/sections.ts'
import { readInput } from '#base/rules/input/read-input.ts'
import type { BrandingSettings } from '#features/brand/server/branding.ts'
import { applyFirm } from '#features/brand/server/firm.ts'
import type { Queries } from '#base/server/db/database.ts'
import { firmFiles, firmSettings, firmState } from '#features/brand/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { Context } from '#base/server/context.ts'

/** The current version of a section. */
export type FirmVersion = typeof firmSettings.$inferSelect

/** The current version of each section that has one. Sections of newer releases are ignored. */
export async function currentVersions(db: Queries): Promise<Map<FirmSection, FirmVersion>> {
  const rows = await db
    .selectDistinctOn([firmSettings.section])
    .from(firmSettings)
    .orderBy(firmSettings.section, desc(firmSettings.version))
  return new Map(
    rows.filter(({ section }) => firmSectionNames.includes(section)).map((row) => [row.section, row]),
  )
}

/** Checks the values by today's rules: an older release may have written them, or a newer one. */
function storedValues(versions: Map<FirmSection, FirmVersion>): SomeFirmValues {
  const sections = [...versions].map(([section, { values }]) => {
    const input = readInput(sectionSchema(section), values)
    if (!input.ok) throw new Error(`The firm's settings have invalid values: ${section}`)
    return [section, input.data]
  })
  return Object.fromEntries(sections) as SomeFirmValues
}

async function findLogo(db: Queries, sha256 = ''): Promise<BrandingSettings['logoFile']> {
  if (sha256 === '') return null
  const { content, width, height } = firmFiles
  const [found] = await db
    .select({ content, width, height })
    .from(firmFiles)
    .where(eq(firmFiles.sha256, sha256))
  return found ?? null
}

/**
 * Reads the firm's settings from the database and applies them to this server.
 *
 * @throws if they are invalid; the settings stay as they were
 */
export async function loadFirm(context: Pick<Context, 'settings' | 'database'>): Promise<void> {
  const { db } = context.database
  // The revision is read first: a version stored meanwhile is loaded again at the next poll.
  const [state] = await db
    .select({
      revision: firmState.revision,
      isSetUp: sql<boolean>`${firmState.setupCompletedAt} is not null`,
    })
    .from(firmState)
  const { rows } = await db.execute<{ any: boolean }>(
    sql`select exists (select from ${applications}) as "any"`,
  )
  const stored = storedValues(await currentVersions(db))
  context.settings = applyFirm(context.settings, {
    stored,
    logoFile: await findLogo(db, stored.logo?.['light']),
    revision: state?.revision ?? null,
    isSetUp: (state?.isSetUp ?? false) || rows[0]?.any === true,
  })
}

/** Loads the firm's settings if another server changed them. Problems are logged, and the last good settings stay. */
export async function followFirm(
  context: Pick<Context, 'settings' | 'database' | 'log'>,
  revision: string | null,
): Promise<void> {
  if (revision === context.settings.firm.revision) return
  try {
    await loadFirm(context)
  } catch (error) {
    context.log.error({ err: error }, "the firm's settings could not be loaded")
  }
}
