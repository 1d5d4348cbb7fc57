import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import type { WizardKind } from '#features/applications/rules/documents/kinds.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { unattachedObjects } from '#features/documents/schema/uploads.ts'
import { deleteOrphanedObjects } from '#features/documents/server/delete-orphaned-objects.ts'
import type { HttpAnswer, HttpSession } from './http.ts'
import type { TestServer } from './server.ts'

/** A call that registers a file: its path, and the body field of the address. */
interface RegisterCall {
  path: string
  field: string
}

/** The calls of specification section 7. */
export const specifiedCalls: Readonly<Partial<Record<ClientKind, RegisterCall>>> = {
  payslip: { path: '/api/payslip-uploads', field: 'payslipURL' },
  riskBenefit: { path: '/api/risk-benefit-uploads', field: 'riskBenefitURL' },
  pensionBenefits: { path: '/api/pension-benefits-uploads', field: 'pensionBenefitsURL' },
  providentBenefits: { path: '/api/provident-benefits-uploads', field: 'providentBenefitsURL' },
  signedFais: { path: '/api/fais-uploads', field: 'faisDocumentURL' },
}

/** The call that registers any kind. */
export function genericCall(kind: ClientKind): RegisterCall {
  return { path: `/api/application/documents/${kind}`, field: 'fileURL' }
}

/** The kinds in the wizard. */
export type ClientKind = WizardKind
export { wizardKindNames as clientKinds } from '#features/applications/rules/documents/kinds.ts'

/** A file to upload. */
export interface SomeFile {
  bytes: Buffer
  /** The declared type, which may be wrong. */
  type: string
  name?: string
}

/** A response with bytes. */
export interface RawAnswer {
  status: number
  headers: Headers
  bytes: Buffer
}

/** Sends a request from the session's browser, with bytes or a stream as its body. */
export async function raw(
  session: HttpSession,
  address: string,
  {
    method = 'GET',
    body,
    headers = {},
  }: { method?: string; body?: BodyInit; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(address, {
    method,
    headers: { cookie, ...(method !== 'GET' && { origin: new URL(address).origin }), ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** A client with a letter, which is required to return a signed one. */
export async function makeClientWithLetter(context: TestServer['context']): Promise<MadeClient> {
  const client = await makeClient(context)
  await assignLetter(context, client.username)
  return client
}

/** Gives a client a manager with a letter. */
export async function assignLetter(context: TestServer['context'], username: string): Promise<void> {
  const { id: wealthManagerId } = await makeUser(context, { role: 'wealth_manager' })
  await makeFaisDocument(context, { managerId: wealthManagerId })
  const { db } = context.database
  const [client] = await db
    .update(users)
    .set({ wealthManagerId })
    .where(eq(users.username, username))
    .returning()
  if (client === undefined) throw new Error(`There is no ${username}.`)
  await db.update(applications).set({ wealthManagerId }).where(eq(applications.userId, client.id))
}

/** Requests an upload address. */
export async function requestAddress(
  session: HttpSession,
  announced: BodyOf<'POST /api/objects/upload'> = {},
): Promise<string> {
  const answer = await session.post('/api/objects/upload', announced)
  if (answer.status !== 200) throw new Error(`No address: ${answer.status} ${answer.text}`)
  return (answer.body as { uploadURL: string }).uploadURL
}

/** Uploads a file to an address. */
export function send(session: HttpSession, address: string, { bytes, type }: SomeFile): Promise<RawAnswer> {
  return raw(session, address, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': type },
  })
}

/** Whether an upload was accepted; this server and a bucket use different statuses. */
export function isTaken({ status }: RawAnswer): boolean {
  return status === 204 || status === 200
}

/** Registers an upload by its address without the query string, as the client does. */
export function register(
  session: HttpSession,
  kind: ClientKind,
  address: string,
  {
    name = 'march.pdf',
    fileId,
    password,
  }: { name?: string; fileId?: string; password?: string | undefined } = {},
): Promise<HttpAnswer> {
  const { path: registration, field } = specifiedCalls[kind] ?? genericCall(kind)
  const [withoutQuery] = address.split('?')
  return session.put(registration, { [field]: withoutQuery, fileName: name, fileId, password })
}

/** A complete upload; returns the response to its registration. */
export async function upload(session: HttpSession, kind: ClientKind, file: SomeFile): Promise<HttpAnswer> {
  const { bytes, type: contentType } = file
  const address = await requestAddress(session, { purpose: kind, contentType, size: bytes.length })
  const sent = await send(session, address, file)
  if (!isTaken(sent)) throw new Error(`Not taken: ${sent.status} ${sent.bytes.toString()}`)
  return register(session, kind, address, file)
}

/** The id in the response to a registration. */
export function idIn(answer: HttpAnswer): string {
  if (answer.status !== 200) throw new Error(`Not registered: ${answer.status} ${answer.text}`)
  return (answer.body as { id: string }).id
}

/** Files of a server's disk store, including incomplete ones, relative to its folder. */
async function storedFiles({ context }: TestServer): Promise<string[]> {
  const folder = path.join(context.settings.dataDir, 'objects')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

/** Keys in a server's store, and on disk the incomplete files too. */
export async function storedKeys(server: TestServer): Promise<string[]> {
  const { s3 } = server.context.settings
  if (s3 !== undefined) return (await import('./s3.ts')).keysIn(s3)
  return (await storedFiles(server)).map((file) => file.replace(/^(uploads|documents)\/..\//u, '$1/'))
}

/** Orphaned objects in the store, and those recorded as orphaned. */
export async function unreferenced(server: TestServer): Promise<string[]> {
  const { db } = server.context.database
  const referenced = new Set((await db.select().from(documents)).map((row) => row.objectKey))
  const noted = (await db.select().from(unattachedObjects)).map(({ key }) => `noted ${key}`)
  return [...(await storedKeys(server)).filter((key) => !referenced.has(key)), ...noted]
}

/** Runs the cleanup at a time when orphans since `from` have passed their retention. */
export async function deleteOrphans(context: TestServer['context'], from = new Date()): Promise<void> {
  await deleteOrphanedObjects(
    context,
    new Date(from.getTime() + context.settings.removedFilesRetentionMs + DAY_MS),
  )
}
