import { eq } from 'drizzle-orm'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import type { Mapping } from '#features/imports/rules/mapping.ts'
import { makeUser, type FactoryContext, type MadeUser } from '#app/demo/factories/users.ts'
import { runImports } from '#features/imports/server/run-import.ts'
import { imports } from '#features/imports/schema.ts'
import { notificationSettings } from '#features/notes/schema/notification-schema.ts'
import type { HttpAnswer, HttpSession } from './http.ts'
import type { TestServer } from './server.ts'
import { send } from './uploads.ts'

/** The password of admins who import. */
export const IMPORTER_PASSWORD = 'a quiet harbour wall'
const PATH = '/api/admin/imports'

/** An admin with a password. */
export async function makeImporter(server: TestServer): Promise<{ id: string; session: HttpSession }> {
  return makeImporterOf(server, 'admin')
}

/** Without the daily digest, so that a test that counts mails passes at any time of day. */
export async function addImporter(
  context: FactoryContext,
  role: 'admin' | 'system_administrator',
): Promise<MadeUser> {
  const user = await makeUser(context, { role, password: IMPORTER_PASSWORD })
  await context.database.db.insert(notificationSettings).values({ userId: user.id, off: ['digest:mail'] })
  return user
}

async function makeImporterOf(server: TestServer, role: 'admin' | 'system_administrator') {
  const { id, username } = await addImporter(server.context, role)
  return { id, session: await server.as(username) }
}

/** Uploads a file to import. @returns its address */
export async function sendTable(session: HttpSession, file: string | Buffer, base = PATH): Promise<string> {
  const bytes = Buffer.from(file)
  const { body } = await session.post(`${base}/upload`, { size: bytes.length })
  const { uploadURL } = body as { uploadURL: string }
  await send(session, uploadURL, { bytes, type: 'application/octet-stream' })
  return uploadURL
}

/** Uploads and reads a file. */
export async function openImport(
  session: HttpSession,
  file: string | Buffer,
  fileName = 'clients.csv',
): Promise<HttpAnswer> {
  const documentURL = await sendTable(session, file)
  return session.post(PATH, { documentURL, fileName })
}

/** The mapping that is proposed for a file. */
export function proposedMapping({ columns }: ImportDetail, changes: Partial<Mapping> = {}): Mapping {
  return {
    columns: columns.map(({ proposed }) => proposed),
    dateOrder: 'dmy',
    statuses: [],
    defaultStatus: 'draft',
    managers: [],
    defaultManagerId: null,
    ...changes,
  }
}

/** Reads a file and matches its columns as proposed. */
export async function checkImport(
  session: HttpSession,
  file: string | Buffer,
  changes: Partial<Mapping> = {},
): Promise<ImportDetail> {
  const opened = (await openImport(session, file)).body as ImportDetail
  const answer = await session.put(`${PATH}/${opened.id}/mapping`, proposedMapping(opened, changes))
  return answer.body as ImportDetail
}

/** Starts a checked import. */
export function startImport(
  session: HttpSession,
  { id, figures }: Pick<ImportDetail, 'id' | 'figures'>,
): Promise<HttpAnswer> {
  return session.post(`${PATH}/${id}/start`, { figures, password: IMPORTER_PASSWORD })
}

/** Imports a file to its end. */
export async function importFile(
  server: TestServer,
  session: HttpSession,
  file: string | Buffer,
  changes: Partial<Mapping> = {},
): Promise<ImportDetail> {
  const checked = await checkImport(session, file, changes)
  await startImport(session, checked)
  await runImports(server.context)
  return (await session.get(`${PATH}/${checked.id}`)).body as ImportDetail
}

/** Undoes an import to its end. */
export async function undoWhole(server: TestServer, session: HttpSession, id: string): Promise<ImportDetail> {
  await session.post(`${PATH}/${id}/undo`, { password: IMPORTER_PASSWORD })
  await runImports(server.context)
  return (await session.get(`${PATH}/${id}`)).body as ImportDetail
}

/** Checks a file with the ID number of a client, and accepts its row. Its upload is gone, as after some hours. */
export async function makeForcedRow(server: TestServer, idNumber: string): Promise<void> {
  const { session } = await makeImporter(server)
  const { id } = await checkImport(session, `${clientsFile(1)};${idNumber}`.replace('Name', 'Name;ID No'))
  await session.put(`${PATH}/${id}/rows/2`, { reason: 'They share an account.' })
  const [found] = await server.context.database.db.select().from(imports).where(eq(imports.id, id))
  await server.context.store.remove(found?.uploadKey ?? '')
}

let count = 0

/** A CSV file of clients that exist nowhere yet. */
export function clientsFile(rows: number): string {
  const lines = Array.from({ length: rows }, () => {
    count += 1
    return `imported${count}@clients.example;Imported Client ${count}`
  })
  return ['Email;Name', ...lines].join('\n')
}
