import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { BodyOf } from '#domain/api/contract.ts'
import type { WizardKind } from '#domain/documents/kinds.ts'
import { makeClient, type MadeClient } from '#server/app/demo/factories/applications.ts'
import { makeFaisDocument } from '#server/app/demo/factories/documents.ts'
import { makeUser } from '#server/app/demo/factories/users.ts'
import { applications, documents, unattachedObjects, users } from '#server/platform/db/schema.ts'
import { deleteOrphanedObjects } from '#server/features/documents/delete-orphaned-objects.ts'
import type { HttpAnswer, HttpSession } from './http.ts'
import type { TestServer } from './server.ts'

/** A call that registers a file: its path, and the field of its body that names the address. */
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

/** The kinds that the wizard asks for. */
export type ClientKind = WizardKind
export { wizardKindNames as clientKinds } from '#domain/documents/kinds.ts'

/** A file to send. */
export interface SomeFile {
  bytes: Buffer
  /** What it is announced as, which may be anything. */
  type: string
  name?: string
}

/** An answer to bytes that were sent or asked for. */
export interface RawAnswer {
  status: number
  headers: Headers
  bytes: Buffer
}

/** Sends a request as the session's browser would, with a body of bytes or of a stream. */
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

/** A client who has a letter to sign: only such a one can return it. */
export async function makeClientWithLetter(context: TestServer['context']): Promise<MadeClient> {
  const client = await makeClient(context)
  await assignLetter(context, client.username)
  return client
}

/** Gives a client a manager who has a letter. */
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

/** Asks for an address to send a file to. */
export async function requestAddress(
  session: HttpSession,
  announced: BodyOf<'POST /api/objects/upload'> = {},
): Promise<string> {
  const answer = await session.post('/api/objects/upload', announced)
  if (answer.status !== 200) throw new Error(`No address: ${answer.status} ${answer.text}`)
  return (answer.body as { uploadURL: string }).uploadURL
}

/** Sends a file to an address. */
export function send(session: HttpSession, address: string, { bytes, type }: SomeFile): Promise<RawAnswer> {
  return raw(session, address, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': type },
  })
}

/** Whether a file was taken at its address: this server and a bucket say so each in its own way. */
export function isTaken({ status }: RawAnswer): boolean {
  return status === 204 || status === 200
}

/** Registers what was sent to an address, as the client does: without the address's query string. */
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

/** Takes a file all the way; the answer is that of its registration. */
export async function upload(session: HttpSession, kind: ClientKind, file: SomeFile): Promise<HttpAnswer> {
  const { bytes, type: contentType } = file
  const address = await requestAddress(session, { purpose: kind, contentType, size: bytes.length })
  const sent = await send(session, address, file)
  if (!isTaken(sent)) throw new Error(`Not taken: ${sent.status} ${sent.bytes.toString()}`)
  return register(session, kind, address, file)
}

/** The id in the answer to a registration. */
export function idIn(answer: HttpAnswer): string {
  if (answer.status !== 200) throw new Error(`Not registered: ${answer.status} ${answer.text}`)
  return (answer.body as { id: string }).id
}

/** The files that a server's disk store holds, unfinished ones included, below its folder. */
async function storedFiles({ context }: TestServer): Promise<string[]> {
  const folder = path.join(context.settings.dataDir, 'objects')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

/** The keys of what a server's store holds, and on a disk the unfinished files too. */
export async function storedKeys(server: TestServer): Promise<string[]> {
  const { s3 } = server.context.settings
  if (s3 !== undefined) return (await import('./s3.ts')).keysIn(s3)
  return (await storedFiles(server)).map((file) => file.replace(/^(uploads|documents)\/..\//u, '$1/'))
}

/** What is stored that nothing refers to, and what is noted as such. */
export async function unreferenced(server: TestServer): Promise<string[]> {
  const { db } = server.context.database
  const referenced = new Set((await db.select().from(documents)).map((row) => row.objectKey))
  const noted = (await db.select().from(unattachedObjects)).map(({ key }) => `noted ${key}`)
  return [...(await storedKeys(server)).filter((key) => !referenced.has(key)), ...noted]
}

const DAY_MS = 24 * 3_600_000

/** Sweeps as it is done once everything that nothing refers to, since `from`, has been kept for as long as it has to be. */
export async function deleteOrphans(context: TestServer['context'], from = new Date()): Promise<void> {
  await deleteOrphanedObjects(
    context,
    new Date(from.getTime() + context.settings.removedFilesRetentionMs + DAY_MS),
  )
}
