import type { Verdict } from '#features/signing/api/signing.ts'
import type { SentSignature, SignableView } from '#features/signing/api/signing.ts'
import type { Context } from '#base/server/context.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { createSeal } from '#base/server/seal/create-certificate.ts'
import { sealFromPem, type Seal } from '#base/server/seal/seal.ts'
import { makePdf } from './files.ts'
import type { HttpSession } from './http.ts'
import type { TestServer } from './server.ts'
import { raw } from './uploads.ts'

const SIGNERS_PASSWORD = 'a quiet harbour wall'

/** A new seal. */
export async function createdSeal(now: Date = new Date()): Promise<Seal> {
  const { certificate, key } = await createSeal('Protea Private Wealth', now)
  return sealFromPem({ certificates: certificate, key })
}

/** Makes a server use it. */
export function giveSeal(context: Pick<Context, 'seal'>, seal: Seal): void {
  context.seal = seal
}

/** A client who has opened the letter and can sign it. */
export interface Signer {
  id: string
  username: string
  applicationId: string
  managerId: string
  session: HttpSession
  /** The letter's bytes. */
  letter: Buffer
  /** A request that signs by typing. */
  signing: { sha256: string; signature: SentSignature; wording: string; statements: true[]; password: string }
}

/** Creates a client who has opened their manager's letter. */
export async function makeSigner(
  server: TestServer,
  {
    fullName = 'Thandiwe Nkosi',
    opened = true,
    letter,
  }: { fullName?: string; opened?: boolean; letter?: Buffer } = {},
): Promise<Signer> {
  const { context } = server
  if (context.seal === null) giveSeal(context, await createdSeal(context.now()))
  const manager = await makeUser(context, { role: 'wealth_manager' })
  const bytes = letter ?? (await makePdf({ text: 'A letter for tests' }))
  await makeFaisDocument(context, { managerId: manager.id, bytes })
  const client = await makeClient(context, {
    wealthManagerId: manager.id,
    fullName,
    password: SIGNERS_PASSWORD,
    application: { answers: { idNumber: '8001015009087' } },
  })
  const session = await server.as(client.username)
  if (opened) await readLetter(session)
  return {
    id: client.id,
    username: client.username,
    applicationId: client.applicationId,
    managerId: manager.id,
    session,
    letter: bytes,
    signing: signingOf(await signable(session), SIGNERS_PASSWORD),
  }
}

/** A request that signs a client's letter by typing. */
export function signingOf(
  { document, wording, statements, signerName }: SignableView,
  password: string,
): Signer['signing'] {
  return {
    sha256: document?.sha256 ?? '',
    signature: { by: 'typing', name: signerName },
    wording,
    statements: statements.map(() => true as const),
    password,
  }
}

/** The document that a client is to sign. */
export async function signable(session: HttpSession): Promise<SignableView> {
  return (await session.get('/api/signables/fais-letter')).body as SignableView
}

/** Opens the letter and shows it. @returns what is to be signed */
export async function readLetter(session: HttpSession): Promise<SignableView> {
  await session.get('/api/fais-document')
  const { document } = await signable(session)
  await session.post('/api/signables/fais-letter/displayed', { sha256: document?.sha256 })
  return signable(session)
}

export function sign(signer: Pick<Signer, 'session' | 'signing'>, change: object = {}) {
  return signer.session.post('/api/signables/fais-letter/signature', { ...signer.signing, ...change })
}

/** Signs, and reads the stored signature. */
export async function signedDocument(server: TestServer, signer: Signer): Promise<Buffer> {
  const answer = await sign(signer)
  if (answer.status !== 200) throw new Error(`Not signed: ${answer.status} ${answer.text}`)
  const { documentId } = answer.body as { documentId: string }
  return (await raw(signer.session, `${server.url}/objects/uploads/${documentId}`, { method: 'GET' })).bytes
}

/** The public verification response for a document. */
export async function verify(server: TestServer, bytes: Buffer, address = '192.0.2.77') {
  const answer = await fetch(`${server.url}/api/verify-document`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf', origin: server.url, 'x-forwarded-for': address },
    body: new Uint8Array(bytes),
  })
  return { status: answer.status, verdict: (await answer.json()) as Verdict }
}
