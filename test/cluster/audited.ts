import pg from 'pg'

/** Acknowledged changes to look up in the audit log. */
interface Acknowledged {
  /** Versions of each client's application that saves created. */
  versions: ReadonlyMap<string, readonly number[]>
  registered: readonly string[]
  removed: readonly string[]
}

interface Row {
  action: string
  application: string
  version: string | null
  document: string | null
}

/** Checks that each change has exactly one audit row. @returns text about missing and duplicate rows */
export async function judgeByLog(
  databaseUrl: string,
  { versions, registered, removed }: Acknowledged,
): Promise<{ lost: string[]; doubled: string[] }> {
  const rows = await rowsOf(databaseUrl)
  const counts = Map.groupBy(rows, ({ action, application, version, document }) =>
    action === 'application.saved' ? `saved ${application} ${version}` : `${action} ${document}`,
  )
  const all = [
    ...[...versions].flatMap(([application, each]) =>
      each.map((version) => `saved ${application} ${version}`),
    ),
    ...registered.map((id) => `document.registered ${id}`),
    ...removed.map((id) => `document.removed ${id}`),
  ]
  const wrongly = (is: (count: number) => boolean) => all.filter((what) => is(counts.get(what)?.length ?? 0))
  return { lost: wrongly((count) => count === 0), doubled: wrongly((count) => count > 1) }
}

async function rowsOf(databaseUrl: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(
      `select action, object_id::text as application, details->>'version' as version,
         details->>'documentId' as document
       from audit_events
       where action in ('application.saved', 'document.registered', 'document.removed')`,
    )
    return rows
  } finally {
    await client.end()
  }
}
