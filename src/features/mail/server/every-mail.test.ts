import { makeIdentity } from '#test/support/identities.ts'
import { makePasskey } from '#test/support/passkeys.ts'
import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { storeFinding } from '#features/audit/server/log/check-chain.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { scanWaitingFiles } from '#features/documents/server/scanning/scan-waiting.ts'
import { todaySources } from '#app/server/today-sources.ts'
import { sendDigests } from '#features/today/server/digest.ts'
import { notifyOfHits } from '#features/screening/server/notify-of-hits.ts'
import { warnOfOldLists } from '#features/screening/server/warn-of-old-lists.ts'
import { newId } from '#base/server/db/id.ts'
import { listEditions } from '#features/screening/schema.ts'
import { runImports } from '#features/imports/server/run-import.ts'
import { remindOfTasks } from '#features/due-diligence/server/remind.ts'
import { remindOfCorrections } from '#features/corrections/server/remind.ts'
import { startJobs } from '#app/server/jobs/jobs.ts'
import { readdress } from '#test/support/address-change.ts'
import { dueForReview } from '#test/support/annual-reviews.ts'
import { giveVerdict, makeHandedIn, makePackClient, withPack } from '#test/support/due-diligence.ts'
import { answerWithText, ask, makeReviewed } from '#test/support/corrections.ts'
import { makePdf } from '#test/support/files.ts'
import { checkImport, clientsFile, importFile, makeImporter, startImport } from '#test/support/imports.ts'
import type { ImportRow } from '#features/imports/api/import-shapes.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { makeEnrolled, passwordGiven } from '#test/support/second-factor.ts'
import { createdSeal, giveSeal } from '#test/support/signing.ts'
import { warnOfExpiringTokens } from '#features/integrations/server/tokens/warn-of-expiry.ts'
import { warnOfWebhook } from '#features/integrations/server/webhooks/warn.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { withSsoOnly } from '#test/support/sso-only.ts'
import { startSmtpServer, type ArrivedMail, type TestSmtpServer } from '#test/support/smtp.ts'
import { upload } from '#test/support/uploads.ts'
import type { MailTemplate } from './templates/templates.ts'

/** End to end: triggered over HTTP, sent by the jobs, received by a real SMTP server. */

const MINUTE = 60_000
/** In the past, so that queued mails are due. */
const BUSINESS_MORNING = new Date('2024-01-02T07:00:00+02:00')
const FIRM = 'Acácia & Sons'
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/u
/** Templates with an application reference. */
const ABOUT_APPLICATIONS = /^(?:application|client|annual|corrections|note|approval)-|^file-/u
const FROM = 'Acácia & Sons <mail@firm.example>'
/** The job runs once a second. */
const TIMEOUT = { timeout: 15_000, interval: 50 }

let server: TestServer
let smtp: TestSmtpServer
let stopJobs: () => Promise<void>
let admin: MadeUser
let manager: MadeUser
let aheadMs = 0

beforeAll(async () => {
  smtp = await startSmtpServer()
  const { branding } = readSettings({})
  server = await startTestServer({
    settings: {
      mail: { smtpUrl: smtp.url, from: FROM },
      // Its references begin with PPW all the same.
      branding: { ...branding, firmName: FIRM, supportEmail: 'help@firm.example' },
    },
    now: () => new Date(Date.now() + aheadMs),
  })
  admin = await makeUser(server.context, { role: 'admin' })
  manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Khumalo' })
  stopJobs = (await startJobs(server.context)).stop
})
afterAll(async () => {
  await stopJobs()
  await server.close()
  await smtp.close()
})
afterEach(() => {
  smtp.refuse.recipient = () => null
  smtp.refuse.mail = () => null
  smtp.whenTaken = () => undefined
})

let count = 0
const someone = () => `someone${(count += 1)}@test.example`
const aClient = (facts: Parameters<typeof makeClient>[1] = {}) =>
  makeClient(server.context, { username: someone(), wealthManagerId: manager.id, ...facts })

async function succeeding(answering: Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await answering
  expect([answer.status < 300, answer.status < 300 ? '' : answer.text]).toEqual([true, ''])
  return answer
}

/** Completes an application, except for the given changes. */
async function submit(client: MadeClient, changed: { fullName?: string; emailAddress?: string } = {}) {
  const session = await server.as(client.username)
  await succeeding(
    session.put('/api/application', {
      ...completeAnswers(client.username),
      confirmations: { accurate: true, terms: true, brokerReview: true },
      ...changed,
    }),
  )
  const { applicationId, id: ownerId } = client
  await makeDocument(server.context, { applicationId, ownerId, kind: 'signedFais' })
  await succeeding(session.post('/api/application/submit'))
}

const invite = async (session: HttpSession, email: string, fullName?: string) =>
  session.post('/api/send-invitation', { email, fullName, wealthManagerId: manager.id })

async function changeStatus(client: MadeClient, status: string) {
  const path = `/api/admin/applications/${client.applicationId}/status`
  await succeeding((await server.as(admin.username)).patch(path, { status }))
}

async function asSystemAdministrator(): Promise<HttpSession> {
  return server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
}

/** A client of a new manager, with a correction request. */
async function askedClient() {
  const reviewed = await makeReviewed(server)
  await ask(reviewed.manager, reviewed.path)
  return reviewed
}

/** Two managers; the client has just moved from the first to the second. */
async function assigned() {
  const manage = () => makeUser(server.context, { role: 'wealth_manager', username: someone() })
  const [from, to] = [await manage(), await manage()]
  const { applicationId } = await aClient({ wealthManagerId: from.id })
  const path = `/api/admin/applications/${applicationId}/wealth-manager`
  const body = { wealthManagerId: to.id, withoutLetter: true }
  await succeeding((await server.as(admin.username)).put(path, body))
  return { from, to }
}

/** What triggers each kind of mail, and its recipient: the type requires all kinds. */
const causes = {
  invitation: async () => {
    const email = someone()
    await succeeding(invite(await server.as(admin.username), email))
    return email
  },
  'invitation-imported': async () => {
    const { session } = await makeImporter(server)
    const file = clientsFile(1)
    const { id } = await importFile(server, session, file, { defaultStatus: 'onboarded' })
    const [row] = (await session.get(`/api/admin/imports/${id}/rows`)).body as ImportRow[]
    await succeeding(session.post(`/api/admin/applications/${row?.applicationId}/invitation`))
    return row?.email ?? ''
  },
  'import-paused': async () => {
    const importer = await makeImporter(server)
    const checked = await checkImport(importer.session, clientsFile(1))
    await startImport(importer.session, checked)
    const { db } = server.context.database
    await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, importer.id))
    // Once: the second run has nothing to do.
    await runImports(server.context)
    await runImports(server.context)
    return admin.username
  },
  'staff-invitation': async () => {
    const username = someone()
    const session = await asSystemAdministrator()
    await succeeding(session.post('/api/system-admin/users', { username, role: 'admin' }))
    return username
  },
  'password-reset-by-staff': async () => {
    const { id, username } = await aClient()
    const session = await asSystemAdministrator()
    await succeeding(session.post(`/api/system-admin/users/${id}/reset-password`))
    return username
  },
  'new-address': async () => (await readdress(server)).email,
  'address-change-asked': async () => (await readdress(server)).username,
  'address-changed': async () => {
    const { username, session, confirm: token } = await readdress(server)
    await succeeding(session.post('/api/new-address', { token }))
    return username
  },
  'name-corrected': async () => {
    const { id, username } = await aClient()
    const path = `/api/admin/clients/${id}/correction`
    await succeeding((await server.as(admin.username)).post(path, { fullName: 'Thandi Nkosi' }))
    return username
  },
  'address-confirmation': async () => {
    const username = someone()
    await succeeding(server.visit().post('/api/register', { username, password: 'a quiet harbour wall' }))
    return username
  },
  'forgotten-password': async () => {
    const { username } = await aClient()
    await succeeding(server.visit().post('/api/request-password-reset', { username }))
    return username
  },
  'password-changed': async () => {
    const currentPassword = 'a quiet harbour wall'
    const { username } = await aClient({ password: currentPassword })
    const session = await server.as(username)
    const body = { currentPassword, newPassword: 'a louder harbour wall' }
    await succeeding(session.post('/api/change-password', body))
    return username
  },
  'application-submitted': async () => {
    const client = await aClient()
    await submit(client)
    return client.username
  },
  'application-to-review': async () => {
    await submit(await aClient())
    return manager.username
  },
  'application-unassigned': async () => {
    await submit(await aClient({ wealthManagerId: null }))
    return admin.username
  },
  'clients-assigned': async () => (await assigned()).to.username,
  'clients-handed-over': async () => (await assigned()).from.username,
  'application-status': async () => {
    const client = await aClient({ application: { status: 'approved' } })
    await changeStatus(client, 'onboarded')
    return client.username
  },
  'client-status': async () => {
    await changeStatus(await aClient({ application: { status: 'approved' } }), 'onboarded')
    return manager.username
  },
  'application-reminder': async () => {
    const client = await aClient()
    const path = `/api/admin/applications/${client.applicationId}/reminder`
    await succeeding((await server.as(admin.username)).post(path))
    return client.username
  },
  'annual-review': async () => {
    const client = await aClient({ application: dueForReview(server.context) })
    const body = { applicationIds: [client.applicationId] }
    await succeeding((await server.as(admin.username)).post('/api/admin/annual-reviews/notify', body))
    return client.username
  },
  'letter-missing': async () => {
    const { id, username } = await makeUser(server.context, { role: 'wealth_manager', username: someone() })
    const client = await aClient({ wealthManagerId: id })
    await (await server.as(client.username)).get('/api/fais-document')
    return username
  },
  'letter-encrypted': async () => {
    giveSeal(server.context, await createdSeal())
    const theirs = await makeUser(server.context, { role: 'wealth_manager' })
    await makeFaisDocument(server.context, { managerId: theirs.id, downloadOnly: 'encrypted' })
    const client = await makeClient(server.context, {
      wealthManagerId: theirs.id,
      fullName: 'Thandiwe Nkosi',
    })
    await succeeding((await server.as(client.username)).get('/api/signables/fais-letter'))
    server.context.seal = null
    return theirs.username
  },
  'file-infected': async () => {
    const client = await aClient()
    const unknown = () => Promise.resolve({ is: 'unknown', why: 'It is busy.' } as const)
    const found = () => Promise.resolve({ is: 'infected', virus: 'Test-Virus' } as const)
    server.context.scanner = { scanNow: unknown, scanPatiently: found }
    const file = { bytes: await makePdf(), type: 'application/pdf' } as const
    await succeeding(upload(await server.as(client.username), 'payslip', file))
    await scanWaitingFiles(server.context)
    server.context.scanner = null
    return client.username
  },
  'second-factor-changed': async () => (await makeEnrolled(server)).username,
  'passkey-changed': async () => {
    const { id, username } = await makeUser(server.context, { role: 'admin' })
    const administrator = await makeUser(server.context, { role: 'system_administrator' })
    await makePasskey(server.context, id)
    const session = await server.as(administrator.username)
    await succeeding(session.post(`/api/system-admin/users/${id}/reset-password`))
    return username
  },
  'identity-changed': async () => {
    const { id, username } = await makeUser(server.context, { role: 'admin' })
    const administrator = await makeUser(server.context, { role: 'system_administrator' })
    const session = await server.as(administrator.username)
    const identityId = await makeIdentity(server.context, id)
    await succeeding(session.delete(`/api/system-admin/users/${id}/identities/${identityId}`))
    return username
  },
  'firm-signs-in-elsewhere': async () => {
    const { username } = await makeUser(server.context, { role: 'wealth_manager' })
    await withSsoOnly(server, () =>
      succeeding(server.visit().post('/api/request-password-reset', { username })),
    )
    return username
  },
  'break-glass-used': async () => {
    const { username } = await makeUser(server.context, { role: 'system_administrator' })
    await withSsoOnly(server, async (breakGlass) => {
      const session = await passwordGiven(server, breakGlass.username)
      const [code] = breakGlass.recoveryCodes
      await succeeding(session.post('/api/account/second-factor/code', { code }))
    })
    return username
  },
  'recovery-code-used': async () => {
    const { username, recoveryCodes } = await makeEnrolled(server)
    const session = await passwordGiven(server, username)
    await succeeding(session.post('/api/account/second-factor/code', { code: recoveryCodes[0] }))
    return username
  },
  'audit-log-altered': async () => {
    const { username } = await makeUser(server.context, { role: 'system_administrator' })
    await storeFinding(server.context, 'whole', { sound: false, eventId: 1, reason: 'it was removed' })
    return username
  },
  'webhook-trouble': async () => {
    const { context } = server
    const { username } = await makeUser(context, { role: 'system_administrator' })
    const trouble = { name: 'CRM', trouble: 'failing' } as const
    await inTransaction(systemContext(context), (work) => warnOfWebhook(work, trouble))
    return username
  },
  'api-token-expiring': async () => {
    const { context } = server
    const { id: createdBy, username } = await makeUser(context, { role: 'system_administrator' })
    const inTenDays = new Date(context.now().getTime() + 10 * 86_400_000)
    await makeApiToken(context, { createdBy, expiresAt: inTenDays })
    await warnOfExpiringTokens(context)
    return username
  },
  'corrections-asked': async () => (await askedClient()).client.username,
  'corrections-reminder': async () => {
    const { client } = await askedClient()
    await server.context.database.db.execute(
      `update correction_rounds set asked_at = asked_at - interval '3 days' where application_id = '${client.applicationId}'`,
    )
    await remindOfCorrections(server.context)
    return client.username
  },
  'corrections-withdrawn': async () => {
    const { client, path } = await askedClient()
    await succeeding((await server.as(admin.username)).post(`${path}/corrections/withdraw`))
    return client.username
  },
  'corrections-received': async () => {
    const { client, session } = await askedClient()
    await answerWithText(session)
    return client.username
  },
  'corrections-answered': async () => {
    const { session, managerUsername } = await askedClient()
    await answerWithText(session)
    return managerUsername
  },
  'corrections-handed-over': async () => {
    const { client } = await askedClient()
    const { id: wealthManagerId, username } = await makeUser(server.context, { role: 'wealth_manager' })
    const session = await asSystemAdministrator()
    await succeeding(session.patch(`/api/system-admin/users/${client.id}`, { wealthManagerId }))
    return username
  },
  'pack-asked': () =>
    withPack(server, async () => {
      const { client, manager: staff, path } = await makePackClient(server)
      await succeeding(staff.post(`${path}/pack/ask`, {}))
      return client.username
    }),
  'pack-reminder': () =>
    withPack(server, async () => {
      const { client, manager: staff, path } = await makePackClient(server)
      await succeeding(staff.post(`${path}/pack/ask`, {}))
      await server.context.database.db.execute(
        `update due_diligence_tasks set asked_at = asked_at - interval '3 days' where application_id = '${client.applicationId}'`,
      )
      await remindOfTasks(server.context)
      return client.username
    }),
  'pack-again': () =>
    withPack(server, async () => {
      const { client, manager: staff, path } = await makeHandedIn(server)
      const verdict = { verdict: 'again', reason: 'too-old' }
      await succeeding(giveVerdict(staff, path, 'bank', verdict))
      return client.username
    }),
  'papers-expiring': () =>
    withPack(server, async () => {
      const { client, manager: staff, path } = await makeHandedIn(server)
      const verdict = { verdict: 'accepted', method: 'original-seen', expiresOn: '2024-01-31' }
      await succeeding(giveVerdict(staff, path, 'bank', verdict))
      await remindOfTasks(server.context)
      return client.username
    }),
  'pack-handed-in': () => withPack(server, async () => (await makeHandedIn(server)).managerUsername),
  'approval-asked': () =>
    withPack(server, async () => {
      const { path } = await makePackClient(server, { status: 'approved' })
      const other = await makeUser(server.context, { role: 'admin', username: someone() })
      await succeeding(
        (await server.as(admin.username)).post(`${path}/gate-override`, { reason: 'Papers follow.' }),
      )
      return other.username
    }),
  'hit-open': async () => {
    await server.context.database.db
      .update(mailOutbox)
      .set({ createdAt: new Date(0) })
      .where(eq(mailOutbox.template, 'hit-open'))
    await notifyOfHits(server.context)
    return admin.username
  },
  'lists-old': () =>
    withPack(server, async () => {
      const { username } = await makeUser(server.context, { role: 'system_administrator' })
      const old = new Date(server.context.now().getTime() - 20 * 86_400_000)
      await server.context.database.db.insert(listEditions).values({
        id: newId(),
        source: 'UN',
        generatedOn: old.toISOString().slice(0, 10),
        sha256: '',
        bytes: 0,
        entries: 0,
        names: 0,
        added: 0,
        changed: 0,
        changedOtherwise: 0,
        removedUids: [],
        loadedAt: old,
        inForceAt: old,
        screenedAt: old,
      })
      // Once: the second run has nothing to do.
      await warnOfOldLists(server.context)
      await warnOfOldLists(server.context)
      await server.context.database.db.delete(listEditions)
      return username
    }),
  'note-mention': async () => {
    const { path, managerId, managerUsername } = await makeReviewed(server)
    const body = { subject: { kind: 'application' }, text: 'Please look.', mentions: [managerId] }
    await succeeding((await server.as(admin.username)).post(`${path}/notes`, body))
    return managerUsername
  },
  'staff-digest': async () => {
    const { id, username } = await makeUser(server.context, { role: 'wealth_manager' })
    await aClient({ wealthManagerId: id, application: { status: 'submitted' } })
    await sendDigests({ ...server.context, now: () => BUSINESS_MORNING }, todaySources)
    return username
  },
  'application-reopened': async () => {
    const { username, applicationId } = await aClient({ application: { status: 'rejected' } })
    const path = `/api/admin/applications/${applicationId}/reopen`
    await succeeding((await server.as(admin.username)).post(path, { reason: 'A mistake' }))
    return username
  },
} satisfies Record<MailTemplate, () => Promise<string>>
const kinds = Object.entries(causes)

const queued = async () => server.context.database.db.select().from(mailOutbox)
const waiting = async () =>
  (await queued())
    .filter(({ sentAt, givenUpAt }) => sentAt === null && givenUpAt === null)
    .map(({ template, lastError }) => ({ template, lastError }))

/** Received mails by Message-ID. */
function arrivedByName(): Map<string, ArrivedMail[]> {
  return Map.groupBy(smtp.arrived, ({ parsed }) => parsed.messageId ?? '')
}

async function newest(recipient: string, template: string) {
  const mail = (await mailsTo(server.context, recipient)).findLast((one) => one.template === template)
  if (mail === undefined) throw new Error(`No ${template} waits for ${recipient}.`)
  return mail
}

const whenAllIsSent = () =>
  vi.waitFor(async () => {
    expect(await waiting()).toEqual([])
  }, TIMEOUT)

describe('every kind of mail', () => {
  const recipients = new Map<string, string>()
  beforeAll(async () => {
    for (const [template, cause] of kinds) recipients.set(template, await cause())
    await whenAllIsSent()
  })

  test.each(kinds)('%s arrives once, in the firm’s name, in text and HTML', async (template) => {
    const recipient = recipients.get(template) ?? ''
    const { messageId, subject, sentAt } = await newest(recipient, template)
    expect(sentAt).not.toBeNull()
    const mails = arrivedByName().get(messageId) ?? []
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({
      sender: 'mail@firm.example',
      recipients: [recipient],
      parsed: {
        subject,
        from: { name: FIRM, address: 'mail@firm.example' },
        to: [{ address: recipient }],
      },
    })
    expect(messageId).toMatch(/^<[\da-f-]{36}@firm\.example>$/u)
    expect(mail?.parsed.text).toContain(FIRM)
    expect(mail?.parsed.html).toContain('Acácia &amp; Sons')
    expect(mail?.raw).toMatch(/^content-type: multipart\/alternative/imu)
    const { html = '', text = '', attachments = [] } = mail?.parsed ?? {}
    expect(attachments).toMatchObject([
      { mimeType: 'image/png', disposition: 'inline', contentId: '<emblem@mail>', related: true },
    ])
    expect(html).toContain('src="cid:emblem@mail"')
    expect([...html.matchAll(/<a [^>]*class="button"/gu)]).toHaveLength(1)
    expect(text.replaceAll(/http:\S+/gu, '')).not.toMatch(UUID)
    if (ABOUT_APPLICATIONS.test(template)) expect(text).toMatch(/PPW-[2-9HKMQRWXY]{4}-[2-9]{2}/u)
    if (recipient === manager.username) expect(text).toContain('Dear Naledi,')
  })
})

test('decisions come from the client’s manager, and from the firm once that one is deactivated', async () => {
  const own = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Riaan van Wyk' })
  const { db } = server.context.database
  const decided = async () => {
    const client = await aClient({ wealthManagerId: own.id, application: { status: 'approved' } })
    await changeStatus(client, 'onboarded')
    const [mail] = await mailsTo(server.context, client.username)
    return mail && 'text' in mail ? mail.text : ''
  }
  expect(await decided()).toContain(`Riaan van Wyk\nYour wealth manager\n${own.username}`)
  const [toManager] = await mailsTo(server.context, own.username)
  expect(toManager).toMatchObject({ template: 'client-status' })
  expect(toManager && 'text' in toManager && toManager.text).not.toContain('Your wealth manager')
  await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, own.id))
  const alone = await decided()
  expect(alone).not.toContain('Riaan')
  expect(alone).toContain('Questions? Email help@firm.example')
})

test('the code of an invitation works for signing in', async () => {
  const email = someone()
  const invited = await invite(await server.as(admin.username), email)
  expect(invited.body).toMatchObject({ email, emailed: true })
  await whenAllIsSent()
  const { messageId } = await newest(email, 'invitation')
  const text = arrivedByName().get(messageId)?.[0]?.parsed.text ?? ''
  const token = /^ {4}(\S+)$/mu.exec(text)?.[1]
  const answer = await server.visit().post('/api/invitation', { token })
  expect(answer).toMatchObject({ status: 200, body: { username: email, mustChangePassword: true } })
})

describe('a mail server that', () => {
  test('is not ready for a mail gets it later, under the same Message-ID', async () => {
    smtp.refuse.recipient = () => 451
    const recipient = await causes['application-reminder']()
    const results = async () => (await newest(recipient, 'application-reminder')).lastError
    await expect.poll(results, TIMEOUT).toContain('451')
    const { messageId, nextAttemptAt } = await newest(recipient, 'application-reminder')
    expect(nextAttemptAt.getTime()).toBeGreaterThan(server.context.now().getTime() + 0.4 * MINUTE)
    expect(arrivedByName().get(messageId)).toBeUndefined()
    smtp.refuse.recipient = () => null
    aheadMs += MINUTE
    await whenAllIsSent()
    expect(arrivedByName().get(messageId)).toHaveLength(1)
  })

  test('rejects a mail permanently is left alone after some tries, which is recorded', async () => {
    smtp.refuse.recipient = (address) => (address === refused ? 550 : null)
    const refused = someone()
    const client = await aClient({ username: refused })
    const path = `/api/admin/applications/${client.applicationId}/reminder`
    await succeeding((await server.as(admin.username)).post(path))
    const other = await causes['application-reminder']()
    await expect
      .poll(async () => {
        aheadMs += 10 * MINUTE
        return (await newest(refused, 'application-reminder')).givenUpAt
      }, TIMEOUT)
      .not.toBeNull()
    const given = await newest(refused, 'application-reminder')
    expect(given).toMatchObject({ attempts: 8, sentAt: null })
    expect(given.lastError).toContain('550')
    const { messageId } = await newest(other, 'application-reminder')
    expect(arrivedByName().get(messageId)).toHaveLength(1)
    const [event] = await server.context.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'mail.given-up'))
      .orderBy(desc(auditEvents.id))
    expect(event).toMatchObject({
      objectId: client.id,
      success: false,
      details: { template: 'application-reminder', attempts: 8 },
    })
  })

  test('dies repeatedly, during a mail and just after accepting one, loses nothing and gets no duplicate under another Message-ID', async () => {
    const before = new Set((await queued()).map(({ messageId }) => messageId))
    smtp.kill()
    for (const [, cause] of kinds) await cause()
    for (const death of ['before', 'after', 'before', 'after', 'never'] as const) {
      await revive(death)
      const isOver = async () => {
        aheadMs += 10 * MINUTE
        return !smtp.isUp() || (await waiting()).length === 0
      }
      await expect.poll(isOver, { timeout: 4 * TIMEOUT.timeout }).toBe(true)
    }
    const sent = (await queued()).map(({ messageId }) => messageId).filter((name) => !before.has(name))
    const arrived = [...arrivedByName()].filter(([name]) => !before.has(name))
    expect(await waiting()).toEqual([])
    expect(sent.length).toBeGreaterThan(kinds.length)
    expect(arrived.map(([name]) => name).toSorted()).toEqual(sent.toSorted())
    expect(arrived.filter(([, copies]) => copies.length > 1)).toHaveLength(2)
    for (const [, copies] of arrived) expect(new Set(copies.map(({ parsed }) => parsed.text)).size).toBe(1)
  })
})

/** Restarts the server; it dies at its third mail, before accepting it or before acknowledging it. */
async function revive(death: 'before' | 'after' | 'never') {
  const { port, arrived } = smtp
  smtp = await startSmtpServer(port)
  smtp.arrived.push(...arrived)
  smtp.refuse.mail = (index) => {
    if (death !== 'before' || index !== 2) return null
    smtp.kill()
    return 421
  }
  smtp.whenTaken = () => {
    if (death === 'after' && smtp.arrived.length === arrived.length + 3) smtp.kill()
  }
}

test('every mail goes to an address that a user signs in with, whatever the answers contain', async () => {
  const stranger = someone()
  const answers = { emailAddress: stranger }
  const asAdmin = await server.as(admin.username)
  const [draft, approved, due] = await Promise.all([
    aClient({ application: { answers } }),
    aClient({ application: { answers, status: 'approved' } }),
    aClient({ application: { answers, ...dueForReview(server.context) } }),
  ])
  await succeeding(asAdmin.post(`/api/admin/applications/${draft.applicationId}/reminder`))
  await submit(draft, answers)
  await changeStatus(approved, 'onboarded')
  const reviews = { applicationIds: [due.applicationId] }
  await succeeding(asAdmin.post('/api/admin/annual-reviews/notify', reviews))
  expect(await mailsTo(server.context, stranger)).toEqual([])
  const results = await Promise.all(
    [draft, approved, due].map(async ({ username }) =>
      (await mailsTo(server.context, username)).map(({ template }) => template),
    ),
  )
  expect(results).toEqual([
    ['application-reminder', 'application-submitted'],
    ['application-status'],
    ['annual-review'],
  ])
})

describe('hostile input', () => {
  const names = [
    'Zoë "Zed" O\'Hara <b>bold</b>',
    'Thandi\r\nBcc: everyone@test.example',
    'Nkosi\n\n.\nMAIL FROM:<evil@test.example>',
    '李小龍 🦁 \u2028 x',
    '=?utf-8?B?QmNjOg==?=',
  ]

  test('in a name is rejected or harmless', async () => {
    for (const fullName of names) {
      const answer = await invite(await server.as(admin.username), someone(), fullName)
      expect([fullName, answer.status]).toEqual([fullName, /\p{Cc}/u.test(fullName) ? 400 : 201])
      await changeStatus(await aClient({ fullName, application: { status: 'approved' } }), 'onboarded')
    }
    await whenAllIsSent()
    const known = new Set((await queued()).map((row) => `${row.messageId} ${row.recipient}`))
    for (const { parsed, recipients } of smtp.arrived) {
      expect(recipients).toHaveLength(1)
      expect(known).toContain(`${parsed.messageId} ${recipients[0]}`)
      expect(parsed.bcc).toBeUndefined()
      expect(parsed.cc).toBeUndefined()
      expect(parsed.subject).not.toMatch(/[\r\n]/u)
      expect(parsed.html).not.toContain('<b>bold</b>')
    }
  })

  const addresses = [
    'a@test.example\r\nBcc: b@test.example',
    'a@test.example, b@test.example',
    '"a b"@test.example',
    'A <a@test.example>',
    'zoë@test.example',
    'a@test.example\u0000',
  ]

  test.each(addresses)('in an address, %j, is rejected', async (address) => {
    const session = await server.as(admin.username)
    expect((await invite(session, address)).status).toBe(400)
    const client = await aClient()
    const own = await server.as(client.username)
    expect((await own.put('/api/application', { emailAddress: address })).status).toBe(400)
    const reset = await server.visit().post('/api/request-password-reset', { username: address })
    expect(reset.status).toBe(400)
  })

  test('in the answers of an application, is in no header line of a mail', async () => {
    const client = await aClient()
    const fullName = '\u0022Zoë\u0022 <x@test.example>, 李小龍\u2028Bcc: everyone@test.example'
    await submit(client, { fullName })
    await whenAllIsSent()
    const { messageId } = await newest(manager.username, 'application-to-review')
    const [mail] = arrivedByName().get(messageId) ?? []
    expect(mail?.parsed.subject).toBe('New application from Zoë 李小龍 Bcc')
    expect(mail?.recipients).toEqual([manager.username])
    expect(mail?.parsed.bcc).toBeUndefined()
  })
})
