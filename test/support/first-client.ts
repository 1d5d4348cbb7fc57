import { expect } from 'vitest'
import { confirmationNames } from '#features/applications/rules/wizard/confirmations.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makePdf } from '#test/support/files.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import type { TestSmtpServer } from '#test/support/smtp.ts'
import { readLetter, signingOf } from '#test/support/signing.ts'
import { isTaken, raw } from '#test/support/uploads.ts'

/** A new firm's site for its first users. */
export interface NewSite {
  /** The public address. */
  site: string
  /** The address to connect to. */
  address: string
  visit: () => HttpSession
  smtp: TestSmtpServer
}

const chosen = 'a lighthouse in the fog'

function expectStatus(status: number, answer: HttpAnswer): HttpAnswer {
  expect([answer.status, answer.status === status ? '' : answer.text]).toEqual([status, ''])
  return answer
}

/** Signs in with a temporary password and chooses another. */
export async function enter({ visit }: NewSite, username: string, password: string): Promise<HttpSession> {
  const session = visit()
  const signedIn = expectStatus(200, await session.post('/api/login', { username, password }))
  expect(signedIn.body).toMatchObject({ mustChangePassword: true })
  expect([...session.cookies.keys()].some((name) => name.startsWith('__Host-'))).toBe(true)
  const change = { currentPassword: password, newPassword: chosen }
  expectStatus(200, await session.post('/api/change-password', change))
  return session
}

/** Signs in again. */
export async function enterAgain({ visit }: NewSite, username: string): Promise<HttpSession> {
  const session = visit()
  expectStatus(200, await session.post('/api/login', { username, password: chosen }))
  return session
}

/** Opens the first invitation mailed to an address, and chooses a password. */
async function enterInvited({ visit, smtp }: NewSite, address: string): Promise<HttpSession> {
  const mail = () => smtp.arrived.find(({ recipients }) => recipients.includes(address))
  await expect.poll(mail, { timeout: 20_000 }).toBeDefined()
  const [, token = ''] = /\/welcome#(\S+)/u.exec(mail()?.parsed.text ?? '') ?? []
  const session = visit()
  expectStatus(200, await session.post('/api/invitation', { token }))
  expectStatus(200, await session.post('/api/change-password', { newPassword: chosen }))
  return session
}

/** Uploads a file to the address in a response. @returns the address to register */
async function sendFile(
  { site, address }: NewSite,
  session: HttpSession,
  asked: HttpAnswer,
): Promise<string> {
  const { uploadURL } = expectStatus(200, asked).body as { uploadURL: string }
  const { origin, pathname, search } = new URL(uploadURL, site)
  const body = new Uint8Array(await makePdf())
  const headers = { 'content-type': 'application/pdf', origin: site }
  const base = origin === new URL(site).origin ? address : origin
  const sent = await raw(session, `${base}${pathname}${search}`, { method: 'PUT', body, headers })
  expect([isTaken(sent), sent.bytes.toString()]).toEqual([true, ''])
  return uploadURL.split('?')[0] ?? ''
}

/** What setup asks for besides what the environment sets. */
const firm = {
  identity: { fspNumber: '12345', physicalAddress: '1 Kloof Street\nCape Town\n8001' },
  contacts: {
    complianceName: 'Annelise Botha',
    complianceEmail: 'compliance@firm.example',
    complaintsEmail: 'complaints@firm.example',
  },
}

/** A system administrator completes the setup of the firm. */
export async function completeFirm(asAdmin: HttpSession): Promise<void> {
  for (const [section, values] of Object.entries(firm))
    expectStatus(200, await asAdmin.put(`/api/firm/settings/${section}`, { values }))
  expectStatus(200, await asAdmin.post('/api/firm/setup/complete', {}))
}

/** An administrator completes the setup and creates the first wealth manager. */
export async function createManager(site: NewSite, asAdmin: HttpSession, username: string) {
  await completeFirm(asAdmin)
  const faisDocumentPath = await sendFile(site, asAdmin, await asAdmin.post('/api/fais-documents/upload', {}))
  const manager = { username, fullName: 'Naledi Dube', role: 'wealth_manager', faisDocumentPath }
  expectStatus(201, await asAdmin.post('/api/system-admin/users', manager))
  return enterInvited(site, username)
}

/** A manager invites a client, who signs in. */
export async function inviteClient(site: NewSite, asManager: HttpSession, email: string) {
  expectStatus(201, await asManager.post('/api/send-invitation', { email, fullName: 'Thandi Mokoena' }))
  return enterInvited(site, email)
}

/** Signs the letter on paper: uploads it. */
export async function signOnPaper(site: NewSite, asClient: HttpSession): Promise<void> {
  const signed = await asClient.post('/api/objects/upload', { purpose: 'signedFais' })
  const registered = { faisDocumentURL: await sendFile(site, asClient, signed), fileName: 'signed.pdf' }
  expectStatus(200, await asClient.put('/api/fais-uploads', registered))
}

/** Signs the letter on screen. @returns the sealed document */
export async function signOnScreen({ address }: NewSite, asClient: HttpSession): Promise<Buffer> {
  const request = signingOf(await readLetter(asClient), chosen)
  const answer = await asClient.post('/api/signables/fais-letter/signature', request)
  const { documentId } = expectStatus(200, answer).body as { documentId: string }
  const { bytes } = await raw(asClient, `${address}/objects/uploads/${documentId}`, { method: 'GET' })
  return bytes
}

/** A client completes, signs and submits the application, which the manager sees. */
export async function submitApplication<Signed>(
  site: NewSite,
  { asClient, asManager, email }: { asClient: HttpSession; asManager: HttpSession; email: string },
  sign: (site: NewSite, asClient: HttpSession) => Promise<Signed>,
): Promise<Signed> {
  const letter = await raw(asClient, `${site.address}/api/fais-document`)
  expect([letter.status, letter.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const { emailAddress: _, ...answers } = completeAnswers(email)
  expectStatus(200, await asClient.put('/api/application', answers))
  const signed = await sign(site, asClient)
  const confirmations = Object.fromEntries(confirmationNames.map((name) => [name, true]))
  expectStatus(200, await asClient.put('/api/application', { confirmations }))
  const submitted = expectStatus(200, await asClient.post('/api/application/submit'))
  expect(submitted.body).toMatchObject({ status: 'submitted' })
  const seen = expectStatus(200, await asManager.get('/api/wealth-manager/applications'))
  expect(seen.body).toEqual([expect.objectContaining({ status: 'submitted' })])
  return signed
}
