import { createHash, randomUUID } from 'node:crypto'
import { confirmationNames } from '#features/applications/rules/wizard/confirmations.ts'
import type { Versioned } from '#base/rules/api/etag.ts'
import type { SignableView } from '#features/signing/api/signing.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { newId } from '#base/server/db/id.ts'
import type { Signed } from '#features/signing/server/signing.ts'
import { makePdf } from '#test/support/files.ts'
import { openHttpSession, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { signingOf } from '#test/support/signing.ts'
import { isTaken, register, requestAddress, send } from '#test/support/uploads.ts'

/** A client's operations. */
export type Action = 'save' | 'upload' | 'remove' | 'sign in' | 'submit'

/** A client's view of a file. */
interface KnownFile {
  kind: 'payslip' | 'signedFais'
  /** For generated files, the content of the first download. */
  sha256?: string
  /** Known once its registration was acknowledged. */
  id?: string
  state: 'registering' | 'registered' | 'removing' | 'removed'
}

/** An operation with an idempotency key. */
interface KeyedAct {
  path: string
  key: string
  body: object | undefined
  /** Records completion, for each successful response. */
  done: (answer: unknown) => void
  /** The first response, once there was one. */
  heard?: string
}

/** Acknowledged changes of one client, and requests without a response. */
export interface Journal {
  username: string
  registered: 'asked' | 'acknowledged'
  /** Saves are numbered; each writes its number into several answers. */
  save: { asked: number; acknowledged: number }
  /** The application's version after each acknowledged save. */
  versions: number[]
  /** By their unique names. */
  files: Map<string, KnownFile>
  submission: 'none' | 'asked' | 'acknowledged'
  /** Keyed operations in the order of sending. */
  acts: KeyedAct[]
  /** How they return their letter. */
  returnsLetter: 'on the screen' | 'on paper'
  /** A sign-in without a response may have ended the previous session. */
  isSignedIn: 'asked' | 'acknowledged'
  etag: string
  cookies: Map<string, string>
  address: string
}

/** Server or database was killed: the outcome of the last request is unknown. */
export class NoAnswer extends Error {}

const PASSWORD = 'four quiet herons wading'
const MAX_FILES = 4

let people = 0

/** A client before registration. */
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

/** The client's browser as before the kill. */
export function browserOf(journal: Journal, url: string): HttpSession {
  const session = openHttpSession(url, { 'x-forwarded-for': journal.address })
  for (const [name, value] of journal.cookies) session.cookies.set(name, value)
  journal.cookies = session.cookies
  return session
}

/** The patch of save `n`: the same number in several answers reveals a partial save. */
export function marks(n: number) {
  return { addressLine1: `${n} Kloof Street`, city: `City ${n}`, occupation: `Occupation ${n}` }
}

/** @throws NoAnswer without a response, or where it reports an outage */
async function ask(request: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await request().catch(() => {
    throw new NoAnswer()
  })
  if (answer.status === 503) throw new NoAnswer()
  if (answer.status >= 300) throw new Error(`Refused: ${answer.status} ${answer.text}`)
  return answer
}

/** Registers (which signs in) and confirms the address with a link that the site predicts (`give-letter.ts`). */
export async function registerClient(journal: Journal, session: HttpSession): Promise<void> {
  const { username } = journal
  const registration = { username, password: PASSWORD, fullName: 'Sipho Dube' }
  const { body } = await ask(() => session.post('/api/register', registration))
  await ask(() => session.post('/api/confirm-address', { token: (body as { id: string }).id }))
  journal.registered = 'acknowledged'
  journal.isSignedIn = 'acknowledged'
}

/** Signs in again, which ends the previous session. */
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
  // stored byte for byte, unlike pictures
  const bytes = await makePdf({ text: name, size: 20_000 })
  const address = await requestAddress(session).catch(throwInDoubt)
  const sent = await send(session, address, { bytes, type: 'application/pdf' }).catch(throwInDoubt)
  // An unavailable bucket returns its own status; a 500 from the server is a bug.
  if (sent.status >= 500 && new URL(address).searchParams.has('X-Amz-Signature')) throw new NoAnswer()
  if (!isTaken(sent)) throwInDoubt(new Error(`: ${sent.status} ${sent.bytes.toString()}`))
  const file: KnownFile = { kind, sha256: sha256Of(bytes), state: 'registering' }
  journal.files.set(name, file)
  const { body } = await ask(() => register(session, kind, address, { name }))
  Object.assign(file, { state: 'registered', id: (body as { id: string }).id })
  await seeVersion(journal, session)
}

/** Upload helpers throw errors with the status. */
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
 * Repeats all keyed operations: completed ones return their first response, others are performed now.
 *
 * @returns responses that differ from the first ones
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

/** Reads and signs the letter on screen. */
async function sign(journal: Journal, session: HttpSession): Promise<void> {
  await ask(() => session.get('/api/fais-document'))
  const { body: view } = await ask(() => session.get('/api/signables/fais-letter'))
  const { document } = view as SignableView
  const displayed = { sha256: document?.sha256 }
  await ask(() => session.post('/api/signables/fais-letter/displayed', displayed))
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

/** Performs an operation, and records the request and its acknowledgement. */
export async function performAction(action: Action, journal: Journal, session: HttpSession): Promise<void> {
  await actions[action](journal, session)
}
