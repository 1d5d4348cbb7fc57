import { desc, eq, sql } from 'drizzle-orm'
import { sectionSchema } from '#domain/firm/field-schemas.ts'
import { firmSectionNames, type FirmSection, type SomeFirmValues } from '#domain/firm/sections.ts'
import { readInput } from '#domain/input/read-input.ts'
import type { BrandingSettings } from '#server/platform/config/branding.ts'
import { applyFirm } from '#server/platform/config/firm.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { firmFiles, firmSettings, firmState } from '#server/platform/db/firm-schema.ts'
import { applications } from '#server/platform/db/schema.ts'
import type { Context } from '#server/shared/context.ts'

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
