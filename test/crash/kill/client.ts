import { createHash, randomUUID } from 'node:crypto'
import { confirmationNames } from '#domain/applications/wizard/confirmations.ts'
import type { Versioned } from '#domain/api/etag.ts'
import type { SignableView } from '#domain/api/signing.ts'
import { completeAnswers } from '#domain/applications/wizard/complete-answers.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Signed } from '#server/features/signing/signing.ts'
import { makePdf } from '#test/support/files.ts'
import { openHttpSession, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { signingOf } from '#test/support/signing.ts'
import { isTaken, register, requestAddress, send } from '#test/support/uploads.ts'

/** What a client does next. */
export type Action = 'save' | 'upload' | 'remove' | 'sign in' | 'submit'

/** A file as its client knows it. */
interface KnownFile {
  kind: 'payslip' | 'signedFais'
  /** One that the server makes is as it was when it was read first. */
  sha256?: string
  /** Known once its registration was acknowledged. */
  id?: string
  state: 'registering' | 'registered' | 'removing' | 'removed'
}

/** Something that is done once under its key. */
interface KeyedAct {
  path: string
  key: string
  body: object | undefined
  /** Notes that it is done, each time that this is heard. */
  done: (answer: unknown) => void
  /** The first answer, once there was one. */
  heard?: string
}

/** What the server acknowledged to one client, and what it was asked without an answer. */
export interface Journal {
  username: string
  registered: 'asked' | 'acknowledged'
  /** Saves are numbered, and each writes its number into several answers. */
  save: { asked: number; acknowledged: number }
  /** The application's version after each acknowledged save, as reported to its client. */
  versions: number[]
  /** By their names, which are unique. */
  files: Map<string, KnownFile>
  submission: 'none' | 'asked' | 'acknowledged'
  /** What was sent with a key, in the order in which it was. */
  acts: KeyedAct[]
  /** How they return their letter. */
  returnsLetter: 'on the screen' | 'on paper'
  /** A sign-in without an answer may have ended the session before it. */
  isSignedIn: 'asked' | 'acknowledged'
  etag: string
  cookies: Map<string, string>
  address: string
}

/** The server was killed, or its database: what was asked last is in doubt. */
export class NoAnswer extends Error {}

const PASSWORD = 'four quiet herons wading'
const MAX_FILES = 4

let people = 0

/** A user who has yet to register. */
export function newJournal(): Journal {
  people += 1
  return {
    username: `${newId()}@test.example`,
    registered: 'asked',
    save: { asked: 0, acknowledged: 0 },
    versions: [],
    files: new Map(),
    submission: 'none',
    acts: [],
    returnsLetter: people % 2 === 0 ? 'on the screen' : 'on paper',
    isSignedIn: 'asked',
    etag: '*',
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

/** Registers, which signs in, and confirms the address: the link is one that the site lets be known (`give-letter.ts`). */
export async function registerClient(journal: Journal, session: HttpSession): Promise<void> {
  const { username } = journal
  const registration = { username, password: PASSWORD, fullName: 'Sipho Dube' }
  const { body } = await ask(() => session.post('/api/register', registration))
  await ask(() => session.post('/api/confirm-address', { token: (body as { id: string }).id }))
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
  const answer = await ask(() => session.put('/api/application', body, { 'if-match': journal.etag }))
  journal.save.acknowledged = n
  journal.etag = answer.headers.get('etag') ?? ''
  journal.versions.push((answer.body as Versioned).version)
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
  // A bucket that fails says so in its own way; a 500 of the server's own is a fault.
  if (sent.status >= 500 && new URL(address).searchParams.has('X-Amz-Signature')) throw new NoAnswer()
  if (!isTaken(sent)) throwInDoubt(new Error(`: ${sent.status} ${sent.bytes.toString()}`))
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

async function act(
  journal: Journal,
  session: HttpSession,
  { path, body, done }: Pick<KeyedAct, 'path' | 'body' | 'done'>,
): Promise<void> {
  const keyed = { path, body, done, key: randomUUID() }
  journal.acts.push(keyed)
  await perform(keyed, session)
}

async function perform(keyed: KeyedAct, session: HttpSession): Promise<string> {
  const { path, body, key, done } = keyed
  const answer = await ask(() => session.post(path, body, { 'idempotency-key': key }))
  keyed.heard ??= answer.text
  done(answer.body)
  return answer.text
}

/**
 * Sends everything once more that was sent with a key: what was done is answered as before, and what was not is done now.
 *
 * @returns answers that are not the first ones
 */
export async function repeatActs(journal: Journal, session: HttpSession): Promise<string[]> {
  const others: string[] = []
  for (const keyed of journal.acts) {
    const text = await perform(keyed, session)
    if (text !== keyed.heard) others.push(text)
  }
  await seeVersion(journal, session)
  return others
}

const SIGNED_ON_SCREEN = 'FAIS disclosure letter, signed.pdf'

/** Reads the letter and signs it, as one does who has no printer. */
async function sign(journal: Journal, session: HttpSession): Promise<void> {
  await ask(() => session.get('/api/fais-document'))
  const { body: view } = await ask(() => session.get('/api/signables/fais-letter'))
  const file: KnownFile = { kind: 'signedFais', state: 'registering' }
  journal.files.set(SIGNED_ON_SCREEN, file)
  await act(journal, session, {
    path: '/api/signables/fais-letter/signature',
    body: signingOf(view as SignableView, PASSWORD),
    done: (answer) => Object.assign(file, { state: 'registered', id: (answer as Signed).documentId }),
  })
  await seeVersion(journal, session)
}

async function submit(journal: Journal, session: HttpSession): Promise<void> {
  const { emailAddress: _, ...answers } = completeAnswers(journal.username)
  await save(journal, session, answers)
  if (present(journal, 'signedFais').length === 0) {
    await (journal.returnsLetter === 'on paper'
      ? upload(journal, session, 'signedFais')
      : sign(journal, session))
  }
  await save(journal, session, {
    confirmations: Object.fromEntries(confirmationNames.map((name) => [name, true])),
  })
  journal.submission = 'asked'
  await act(journal, session, {
    path: '/api/application/submit',
    body: undefined,
    done: () => {
      journal.submission = 'acknowledged'
    },
  })
}

const actions: Readonly<Record<Action, (journal: Journal, session: HttpSession) => Promise<void>>> = {
  save: (journal, session) => save(journal, session),
  upload: (journal, session) =>
    present(journal, 'payslip').length < MAX_FILES ? upload(journal, session) : remove(journal, session),
  remove,
  'sign in': signIn,
  submit,
}

function present({ files }: Journal, kind: KnownFile['kind']): KnownFile[] {
  return [...files.values()].filter((file) => file.kind === kind && file.state === 'registered')
}

/** Does something, and notes what was asked and what was acknowledged. */
export async function performAction(action: Action, journal: Journal, session: HttpSession): Promise<void> {
  await actions[action](journal, session)
}
