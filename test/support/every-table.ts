import { globSync } from 'node:fs'
import path from 'node:path'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

const folder = path.join(import.meta.dirname, '../..')

async function tablesIn(file: string): Promise<PgTable[]> {
  const module = (await import(path.join(folder, file))) as Record<string, unknown>
  return Object.values(module).filter((exported): exported is PgTable => is(exported, PgTable))
}

/** Every table of the schema, so that tests include tables added later. */
export const everyTable: readonly PgTable[] = (
  await Promise.all(
    globSync(['src/base/server/db/*schema.ts', 'src/features/*/schema.ts', 'src/features/*/schema/*.ts'], {
      cwd: folder,
    }).map(tablesIn),
  )
).flat()
