import type { Application } from '#features/applications/api/application.ts'
import type { Corrections } from '#features/corrections/api.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { NamedSubject } from '#features/applications/rules/round/subjects.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { makePdf } from './files.ts'
import type { HttpAnswer, HttpSession } from './http.ts'
import type { TestServer } from './server.ts'
import { requestAddress, send } from './uploads.ts'

/** A client and the manager who reviews the application. */
export interface Reviewed {
  client: MadeClient
  session: HttpSession
  manager: HttpSession
  managerUsername: string
  managerId: string
  payslip: DocumentRow
  signedLetter: DocumentRow
  /** The application's path in the staff API. */
  path: string
  context: TestServer['context']
}

/** A default subject of a correction request. */
export const someAnswer: NamedSubject = { kind: 'answer', path: 'taxIncomeNumber' }

/** Creates a client with a submitted application and a manager. */
export async function makeReviewed(
  server: TestServer,
  {
    status = 'submitted',
    wealthManagerId,
    answers = {},
  }: { status?: ApplicationStatus; wealthManagerId?: string; answers?: Partial<Answers> } = {},
): Promise<Reviewed> {
  const { context } = server
  const made = wealthManagerId === undefined ? await makeUser(context, { role: 'wealth_manager' }) : null
  if (made !== null) await makeFaisDocument(context, { managerId: made.id })
  const managerId = wealthManagerId ?? made?.id ?? ''
  const client = await makeClient(context, {
    wealthManagerId: managerId,
    application: { status, answers, createdAt: new Date(context.now().getTime() - 24 * 3_600_000) },
  })
  const ofClient = {
    applicationId: client.applicationId,
    ownerId: client.id,
    uploadedAt: new Date(context.now().getTime() - 24 * 3_600_000),
  }
  const managerUsername = made?.username ?? ''
  return {
    client,
    session: await server.as(client.username),
    manager: made === null ? server.visit() : await server.as(made.username),
    managerUsername,
    managerId,
    payslip: await makeDocument(context, { ...ofClient, kind: 'payslip', name: 'march.pdf' }),
    signedLetter: await makeDocument(context, { ...ofClient, kind: 'signedFais' }),
    path: `/api/admin/applications/${client.applicationId}`,
    context,
  }
}

/** Adds an item to the draft request. */
export function note(
  staff: HttpSession,
  path: string,
  subject: NamedSubject,
  { reason = 'incomplete', comment }: { reason?: string; comment?: string } = {},
): Promise<HttpAnswer> {
  return staff.post(`${path}/corrections/items`, { subject, reason, ...(comment && { comment }) })
}

/** Sends a request with some items to a client. */
export async function ask(
  staff: HttpSession,
  path: string,
  subjects: readonly NamedSubject[] = [someAnswer],
): Promise<Corrections> {
  for (const subject of subjects) expectOk(await note(staff, path, subject))
  return expectOk(await staff.post(`${path}/corrections/send`, {})).body as Corrections
}

/** The request as the client's page loads it. */
export async function askedOf(session: HttpSession): Promise<NonNullable<Application['correctionRound']>> {
  const { correctionRound } = (await session.get('/api/application')).body as Application
  if (correctionRound === null) throw new Error('Nothing is asked for.')
  return correctionRound
}

/** Answers every item with a message, and sends the answers. */
export async function answerWithText(session: HttpSession): Promise<void> {
  for (const { id } of (await askedOf(session)).items) {
    expectOk(await session.put(`/api/application/corrections/${id}/reply`, { reply: 'It is right.' }))
  }
  expectOk(await session.post('/api/application/corrections/send', { accurate: true }))
}

/** Uploads and registers a file for an item. */
export async function handIn(session: HttpSession, itemId: string): Promise<HttpAnswer> {
  return handInFrom(session, itemId, await sendFile(session))
}

/** Uploads a file for an item. @returns its address */
export async function sendFile(session: HttpSession): Promise<string> {
  const address = await requestAddress(session)
  await send(session, address, { bytes: await makePdf(), type: 'application/pdf' })
  return address
}

/** Registers an uploaded file. */
export function handInFrom(session: HttpSession, itemId: string, address: string): Promise<HttpAnswer> {
  const [fileURL] = address.split('?')
  return session.put(`/api/application/corrections/${itemId}/file`, { fileURL, fileName: 'april.pdf' })
}

function expectOk(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}
