import { inArray } from 'drizzle-orm'
import { fieldsOf, type FirmSection } from '#features/brand/rules/sections.ts'
import type { DatabaseConnection } from '#base/server/db/database.ts'
import { firmFiles } from '#features/brand/schema.ts'
import { currentVersions } from '#features/brand/server/load-firm.ts'
import { FIRM_FILE_FORMAT, logoFields, type FirmFile } from './firm-file.ts'

/** What the database holds of the firm. Values of environment variables are the server's and are left out. */
export async function exportFirm({
  database: { db },
}: {
  database: Pick<DatabaseConnection, 'db'>
}): Promise<FirmFile> {
  const versions = await currentVersions(db)
  const logo = versions.get('logo')?.values
  const sections = [...versions].flatMap(([section, { values }]) =>
    section === 'logo' ? [] : [[section, knownValues(section, values)] as const],
  )
  return {
    format: FIRM_FILE_FORMAT,
    sections: Object.fromEntries(sections),
    ...(logo === undefined ? {} : { logo: await pictures(db, logo) }),
  }
}

/** Fields of another release are left out. */
function knownValues(section: FirmSection, values: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fieldsOf(section), name)))
}

async function pictures(
  db: DatabaseConnection['db'],
  logo: Readonly<Record<string, string>>,
): Promise<FirmFile['logo']> {
  const hashes = Object.values(logo)
  if (hashes.length === 0) return {}
  const { sha256, content } = firmFiles
  const rows = await db.select({ sha256, content }).from(firmFiles).where(inArray(sha256, hashes))
  const found = new Map(rows.map((row) => [row.sha256, row.content.toString('base64')]))
  const entries = logoFields.flatMap((field) => {
    const png = found.get(logo[field] ?? '')
    return png === undefined ? [] : [[field, png] as const]
  })
  return Object.fromEntries(entries)
}
