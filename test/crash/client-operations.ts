import { confirmationNames } from '#features/applications/rules/wizard/confirmations.ts'
import { hashPassword } from '#features/sign-in/server/passwords.ts'
import { setPasswordHash } from '#features/sign-in/server/user-passwords.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { newId } from '#base/server/db/id.ts'
import { makePdf, makePng } from '#test/support/files.ts'
import type { HttpSession } from '#test/support/http.ts'
import { mailedLink, registerUser } from '#test/support/registration.ts'
import type { TestServer } from '#test/support/server.ts'
import { raw, register, requestAddress, send, makeClientWithLetter } from '#test/support/uploads.ts'
import { isDone, repeatable, type Operation, type Trial } from './operation.ts'

const PASSWORD = 'four quiet herons wading'
const OTHER_PASSWORD = 'five loud herons resting'

async function isSignedIn(session: HttpSession, username: string, password: string): Promise<boolean> {
  return isDone(await session.post('/api/login', { username, password }))
}

/** Hashing is slow, so all users share one hash. */
let passwordHash: Promise<string> | undefined

async function clientWithPassword({ context }: TestServer): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD)
  const [{ id, username }, hash] = await Promise.all([makeClient(context), passwordHash])
  await context.database.db.transaction((tx) => setPasswordHash(tx, id, hash))
  return username
}

async function clientWithFile(server: TestServer, kind: 'payslip' | 'signedFais' = 'payslip') {
  const client = await makeClientWithLetter(server.context)
  const { applicationId, id: ownerId } = client
  const document = await makeDocument(server.context, { applicationId, ownerId, kind })
  return { client, document, session: await server.as(client.username) }
}

async function sentFile(session: HttpSession): Promise<string> {
  const file = { bytes: await makePdf(), type: 'application/pdf' } as const
  const address = await requestAddress(session)
  await send(session, address, file)
  return address
}

async function registering(server: TestServer, kind: 'payslip' | 'signedFais'): Promise<Trial> {
  const { session } = await clientWithFile(server, kind)
  const address = await sentFile(session)
  return repeatable(() => register(session, kind, address))
}

/** Operations of clients on their accounts, applications and files. */
export const clientOperations: Readonly<Record<string, Operation>> = {
  register: async (_, visit) => {
    const username = `${newId()}@test.example`
    const act = () => visit().post('/api/register', { username, password: PASSWORD, fullName: 'Sipho Dube' })
    return {
      act,
      again: async () => isDone(await act()) || isSignedIn(visit(), username, PASSWORD),
    }
  },

  'confirm the address': async (server) => {
    const { username, session } = await registerUser(server)
    const { token } = await mailedLink(server.context, username)
    return repeatable(() => session.post('/api/confirm-address', { token }))
  },

  'mail the link again': async (server) => {
    const { session } = await registerUser(server)
    return repeatable(() => session.post('/api/confirm-address/mail'))
  },

  save: async (server) => {
    const session = await server.as((await makeClient(server.context)).username)
    const save = (etag: string) =>
      session.put('/api/application', { city: 'Makhanda', occupation: 'Beekeeper' }, { 'if-match': etag })
    const currentTag = async () => (await session.get('/api/application')).headers.get('etag') ?? ''
    const tag = await currentTag()
    return { act: () => save(tag), again: async () => isDone(await save(await currentTag())) }
  },

  'save without one of the files': async (server) => {
    const { session } = await clientWithFile(server)
    return repeatable(() => session.put('/api/application', { payslipUploads: [] }))
  },

  submit: async (server) => {
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    const username = `${newId()}@test.example`
    const answers = completeAnswers(username)
    const client = await makeClient(server.context, {
      username,
      wealthManagerId: manager.id,
      application: { answers },
    })
    const { applicationId, id: ownerId } = client
    await makeDocument(server.context, { applicationId, ownerId, kind: 'signedFais' })
    const session = await server.as(username)
    await session.put('/api/application', {
      confirmations: Object.fromEntries(confirmationNames.map((name) => [name, true])),
    })
    return repeatable(() => session.post('/api/application/submit'))
  },

  'ask for an upload address': async (server) => {
    const session = await server.as((await makeClient(server.context)).username)
    return repeatable(() => session.post('/api/objects/upload', { purpose: 'payslip' }))
  },

  'send a file': async (server) => {
    const session = await server.as((await makeClient(server.context)).username)
    const file = { bytes: makePng({ size: 200_000 }), type: 'image/png' } as const
    const address = await requestAddress(session)
    return {
      act: () => send(session, address, file),
      again: async () =>
        isDone(await send(session, address, file)) ||
        isDone(await send(session, await requestAddress(session), file)),
    }
  },

  'register a file': (server) => registering(server, 'payslip'),

  'replace a file': (server) => registering(server, 'signedFais'),

  'remove a file': async (server) => {
    const { session, document } = await clientWithFile(server)
    const act = () => session.delete(`/api/documents/${document.id}`)
    return { act, again: async () => [204, 404].includes((await act()).status) }
  },

  'read a file': async (server) => {
    const { session, document } = await clientWithFile(server)
    return repeatable(() => raw(session, `${server.url}/objects/uploads/${document.id}`))
  },

  'download the FAIS letter': async (server) => {
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    await makeFaisDocument(server.context, { managerId: manager.id })
    const client = await makeClient(server.context, { wealthManagerId: manager.id })
    const session = await server.as(client.username)
    return repeatable(() => raw(session, `${server.url}/api/fais-document`))
  },

  'sign in': async (server, visit) => {
    const username = await clientWithPassword(server)
    return repeatable(() => visit().post('/api/login', { username, password: PASSWORD }))
  },

  'sign in with a temporary password': async (server, visit) => {
    const { username, temporaryPassword: password } = await makeClient(server.context, { invited: true })
    const act = () => visit().post('/api/login', { username, password })
    return {
      act,
      // Where it was used up, a new one is mailed.
      again: async () => isDone(await act()) || isDone(await visit().post(RESET_PATH, { username })),
    }
  },

  'sign out': async (server) => {
    const session = await server.as((await makeClient(server.context)).username)
    return repeatable(() => session.post('/api/logout'))
  },

  'change the password': async (server, visit) => {
    const username = await clientWithPassword(server)
    const session = await server.as(username)
    const act = () =>
      session.post('/api/change-password', { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD })
    return { act, again: async () => isDone(await act()) || isSignedIn(visit(), username, OTHER_PASSWORD) }
  },

  'ask for a temporary password': async (server, visit) => {
    const username = await clientWithPassword(server)
    return repeatable(() => visit().post(RESET_PATH, { username }))
  },
}

const RESET_PATH = '/api/request-password-reset'
