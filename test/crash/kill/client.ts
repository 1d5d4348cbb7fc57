import { createHash } from 'node:crypto'
import { confirmationNames } from '#domain/applications/wizard/confirmations.ts'
import { completeAnswers } from '#server/demo/factories/answers.ts'
import { newId } from '#server/db/id.ts'
import { makePdf } from '#test/support/files.ts'
import { openHttpSession, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { register, requestAddress, send } from '#test/support/uploads.ts'

/** What a client does next. */
export type Deed = 'save' | 'upload' | 'remove' | 'sign in' | 'submit'

/** A file as its client knows it. */
interface KnownFile {
  kind: 'payslip' | 'signedFais'
  sha256: string
  /** Known once its registration was acknowledged. */
  id?: string
  state: 'registering' | 'registered' | 'removing' | 'removed'
}

/** What the server acknowledged to one client, and what it was asked without an answer. */
export interface Journal {
  username: string
  registered: 'asked' | 'acknowledged'
  /** Saves are numbered, and each writes its number into several answers. */
  save: { asked: number; acknowledged: number }
  /** By their names, which are unique. */
  files: Map<string, KnownFile>
  submission: 'none' | 'asked' | 'acknowledged'
  /** A sign-in without an answer may have ended the session before it. */
  isSignedIn: 'asked' | 'acknowledged'
  etag: string
  cookies: Map<string, string>
  address: string
}

/** The server was killed, or its database: what was asked last is in doubt. */
export class NoAnswer extends Error {}

const PASSWORD = 'four quiet herons wading'
const MOST_FILES = 4

let people = 0

/** Somebody who has yet to register. */
export function newJournal(): Journal {
  people += 1
  return {
    username: `${newId()}@test.example`,
    registered: 'asked',
    save: { asked: 0, acknowledged: 0 },
    files: new Map(),
    submission: 'none',
    isSignedIn: 'asked',
    etag: '"1"',
    cookies: new Map(),
    address: `10.1.${people >> 8}.${people & 255}`,
  }
}

/** The client's browser, as it was before the server was killed. */
export function browserOf(journal: Journal, url: string): HttpSession {
  const session = openHttpSession(url, { 'x-forwarded-for': journal.address })
  for (const [name, value] of journal.cookies) session.cookies.set(name, value)
  journal.cookies = session.cookies
  return session
}

/** What is saved as number `n`: the same number in several answers, so that half a save would show. */
export function marks(n: number) {
  return { addressLine1: `${n} Kloof Street`, city: `City ${n}`, occupation: `Occupation ${n}` }
}

/** @throws NoAnswer where there is none, or where it says that a part of the system is away */
async function ask(request: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await request().catch(() => {
    throw new NoAnswer()
  })
  if (answer.status === 503) throw new NoAnswer()
  if (answer.status >= 300) throw new Error(`Refused: ${answer.status} ${answer.text}`)
  return answer
}

/** Registers, which signs in. */
export async function registerClient(journal: Journal, session: HttpSession): Promise<void> {
  const { username } = journal
  await ask(() => session.post('/api/register', { username, password: PASSWORD, fullName: 'Sipho Dube' }))
  journal.registered = 'acknowledged'
  journal.isSignedIn = 'acknowledged'
}

/** Signs in, in place of the session before. */
export async function signIn(journal: Journal, session: HttpSession): Promise<void> {
  journal.isSignedIn = 'asked'
  await ask(() => session.post('/api/login', { username: journal.username, password: PASSWORD }))
  journal.isSignedIn = 'acknowledged'
}

async function save(journal: Journal, session: HttpSession, answers: object = {}): Promise<void> {
  const n = (journal.save.asked += 1)
  const body = { ...answers, ...marks(n) }
  const { headers } = await ask(() => session.put('/api/application', body, { 'if-match': journal.etag }))
  journal.save.acknowledged = n
  journal.etag = headers.get('etag') ?? ''
}

async function upload(
  journal: Journal,
  session: HttpSession,
  kind: KnownFile['kind'] = 'payslip',
): Promise<void> {
  const name = `${newId()}.pdf`
  // kept as it is sent, byte for byte, which pictures are not
  const bytes = await makePdf({ text: name, size: 20_000 })
  const address = await requestAddress(session).catch(throwInDoubt)
  const sent = await send(session, address, { bytes, type: 'application/pdf' }).catch(throwInDoubt)
  if (sent.status !== 204) throwInDoubt(new Error(`: ${sent.status} ${sent.bytes.toString()}`))
  const file: KnownFile = { kind, sha256: sha256Of(bytes), state: 'registering' }
  journal.files.set(name, file)
  const { body } = await ask(() => register(session, kind, address, { name }))
  Object.assign(file, { state: 'registered', id: (body as { id: string }).id })
  await seeVersion(journal, session)
}

/** What the helpers of uploads throw says which status there was. */
function throwInDoubt(error: unknown): never {
  const status = /: (\d{3}) /u.exec(String(error))?.[1] ?? '503'
  if (status === '503') throw new NoAnswer()
  throw error
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function remove(journal: Journal, session: HttpSession): Promise<void> {
  const [file] = present(journal, 'payslip')
  if (file?.id === undefined) return
  file.state = 'removing'
  await ask(() => session.delete(`/api/documents/${file.id}`))
  file.state = 'removed'
  await seeVersion(journal, session)
}

async function seeVersion(journal: Journal, session: HttpSession): Promise<void> {
  journal.etag = (await ask(() => session.get('/api/application'))).headers.get('etag') ?? ''
}

async function submit(journal: Journal, session: HttpSession): Promise<void> {
  const { emailAddress: _, ...answers } = completeAnswers(journal.username)
  await save(journal, session, answers)
  if (present(journal, 'signedFais').length === 0) await upload(journal, session, 'signedFais')
  await save(journal, session, {
    confirmations: Object.fromEntries(confirmationNames.map((name) => [name, true])),
  })
  journal.submission = 'asked'
  await ask(() => session.post('/api/application/submit'))
  journal.submission = 'acknowledged'
}

const deeds: Readonly<Record<Deed, (journal: Journal, session: HttpSession) => Promise<void>>> = {
  save: (journal, session) => save(journal, session),
  upload: (journal, session) =>
    present(journal, 'payslip').length < MOST_FILES ? upload(journal, session) : remove(journal, session),
  remove,
  'sign in': signIn,
  submit,
}

function present({ files }: Journal, kind: KnownFile['kind']): KnownFile[] {
  return [...files.values()].filter((file) => file.kind === kind && file.state === 'registered')
}

/** Does something, and notes what was asked and what was acknowledged. */
export async function doDeed(deed: Deed, journal: Journal, session: HttpSession): Promise<void> {
  await deeds[deed](journal, session)
}
