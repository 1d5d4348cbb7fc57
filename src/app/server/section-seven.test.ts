import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { makeBook } from '#test/support/book.ts'
import { makePdf } from '#test/support/files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import {
  callsOfSectionSeven,
  openStrictClient,
  type StrictAnswer,
  type StrictClient,
} from '#test/support/strict-client.ts'

/** A client that uses only section 7 of the specification, from the invitation to the onboarding. */
const PASSWORD = 'a lighthouse in the fog'
const CLIENTS = 75

let server: TestServer
let pdf: Buffer
let owner: StrictClient
const made = new Set<string>()

beforeAll(async () => {
  server = await startTestServer()
  pdf = await makePdf()
  await makeUser(server.context, {
    username: 'owner@firm.example',
    role: 'system_administrator',
    password: PASSWORD,
  })
  owner = await signIn('owner@firm.example', PASSWORD)
})
afterAll(() => server.close())

/** @throws if the call failed; section 7 makes every non-OK response an error */
function ok({ status, bytes, json }: StrictAnswer): Record<string, unknown> {
  if (status < 200 || status > 299) throw new Error(`${status}: ${bytes.toString()}`)
  return json as Record<string, unknown>
}

/** The fields of list rows that are checked, for any list. */
interface Row {
  id: string
  username: string
  role: string
  createdAt: string
  emailAddress: string
}

/** @throws if the call failed */
function rowsOf(answer: StrictAnswer): Row[] {
  ok(answer)
  return answer.json as Row[]
}

async function signIn(username: string, password: string): Promise<StrictClient> {
  const client = openStrictClient(server.url, made)
  ok(await client.call('POST /api/login', { payload: { username, password } }))
  return client
}

/** Signs in with a temporary password and chooses another. */
async function enter(username: string, currentPassword: string): Promise<StrictClient> {
  const client = await signIn(username, currentPassword)
  ok(await client.call('POST /api/change-password', { payload: { currentPassword, newPassword: PASSWORD } }))
  return client
}

async function userOf(username: string): Promise<Row> {
  const all = rowsOf(await owner.call('GET /api/system-admin/users'))
  const found = all.find((user) => user.username === username)
  if (found === undefined) throw new Error(`There is no ${username}.`)
  return found
}

/** @throws if the call failed */
function addressIn(answer: StrictAnswer): string {
  return String(ok(answer)['uploadURL'])
}

async function sendLetter(): Promise<string> {
  const uploadURL = addressIn(await owner.call('POST /api/fais-documents/upload'))
  ok(await owner.sendFile(uploadURL, pdf, 'application/pdf'))
  return uploadURL
}

/** A wealth manager with a password from the firm's owner. */
async function createManager(username: string): Promise<{ id: string; session: StrictClient }> {
  const payload = {
    username,
    password: '',
    role: 'wealth_manager',
    wealthManagerId: '',
    faisDocumentPath: await sendLetter(),
  }
  ok(await owner.call('POST /api/system-admin/users', { payload }))
  const { id } = await userOf(username)
  // Section 7 gives a new manager no name, which assigning clients requires (decisions, "Names of staff").
  const named = { path: `/api/system-admin/users/${id}`, payload: { fullName: 'Naledi Dube' } }
  ok(await owner.call('PATCH /api/system-admin/users/{id}', named))
  const path = `/api/system-admin/users/${id}/reset-password`
  const reset = ok(await owner.call('POST /api/system-admin/users/{id}/reset-password', { path }))
  return { id, session: await enter(username, String(reset['newPassword'])) }
}

async function createAdmin(): Promise<StrictClient> {
  const username = 'admin@firm.example'
  const password = 'Chosen for 1 day only'
  const payload = { username, password, role: 'admin', wealthManagerId: '', faisDocumentPath: '' }
  ok(await owner.call('POST /api/system-admin/users', { payload }))
  return enter(username, password)
}

async function upload(client: StrictClient): Promise<string> {
  const uploadURL = addressIn(await client.call('POST /api/objects/upload'))
  ok(await client.sendFile(uploadURL, pdf, 'application/pdf'))
  return uploadURL.split('?')[0] ?? ''
}

const nothingChosen = {
  salutation: '',
  dateOfBirth: '',
  maritalStatus: '',
  marriageType: '',
  hasChildren: '',
  idDocumentType: '',
  idNumber: '',
  issuingCountry: '',
  nationality: '',
  highestEducation: '',
  professionalMemberCode: '',
  mobileNumber: '',
  emailAddress: '',
  smoker: '',
  country: '',
  addressLine2: '',
  stateProvince: '',
  industry: '',
  annualIncome: '',
  taxIncomeNumber: '',
  hasWill: '',
  willInstitution: '',
  assets: { cashOnHand: '', otherInvestmentsTypes: '' },
  liabilities: { otherLoans: '' },
  currentStep: 'personal',
}

const pages = [
  {
    salutation: 'mrs',
    fullName: 'Thandi Mokoena',
    dateOfBirth: '1980-01-01',
    maritalStatus: 'married',
    marriageType: 'anc',
    hasChildren: true,
    childrenDetails: [{ fullName: 'Lerato Mokoena', idNumber: '1501015009088' }],
    idDocumentType: 'id',
    idNumber: '8001015009087',
    issuingCountry: 'za',
    nationality: 'za',
    highestEducation: 'postgrad',
    professionalMemberCode: '',
    mobileNumber: '+27 82 123 4567',
    emailAddress: 'thandi@home.example',
    smoker: false,
    currentStep: 'address',
  },
  {
    country: 'South Africa',
    addressLine1: '12 Kloof Street',
    addressLine2: '',
    addressLine3: '',
    city: 'Cape Town',
    stateProvince: 'Western Cape',
    postalCode: '8001',
    currentStep: 'employment',
  },
  {
    occupation: 'Civil engineer',
    industry: '',
    employerName: '',
    annualIncome: '860000',
    taxIncomeNumber: '0001339050',
    medicalAidCompany: 'Discovery Health',
    medicalAidPlan: 'Classic Saver',
    hasWill: false,
    willInstitution: '',
    currentStep: 'net-worth-intro',
  },
  { currentStep: 'assets' },
  {
    assets: { cashOnHand: '', pensionFunds: 500_000, providentFunds: 250_000.5 },
    currentStep: 'liabilities',
  },
  { liabilities: { creditCardBalances: 1800 }, currentStep: 'documents' },
]

/** Fills in and uploads everything that the wizard requires. */
async function fillIn(client: StrictClient): Promise<void> {
  const save = async (payload: object) => ok(await client.call('PUT /api/application', { payload }))
  expect(await save(nothingChosen)).toMatchObject({
    salutation: null,
    dateOfBirth: null,
    maritalStatus: 'single',
    hasChildren: false,
    highestEducation: 'matric',
    smoker: false,
    hasWill: null,
    assets: { cashOnHand: null },
    liabilities: { otherLoans: null },
  })
  for (const page of pages) await save(page)
  const fileName = 'statement.pdf'
  const register = async (call: string, field: string, more = {}) => {
    const url = await upload(client)
    ok(await client.call(call, { payload: { [field]: url, fileName, ...more } }))
    return url
  }
  await register('PUT /api/payslip-uploads', 'payslipURL')
  await register('PUT /api/risk-benefit-uploads', 'riskBenefitURL')
  // Unusual ones, a duplicate, and no UUID.
  const fileIds = ['1732512345678', '"é 💰" <0.8371>/../', 'twice', 'twice']
  const records: object[] = []
  for (const fileId of fileIds) {
    const url = await register('PUT /api/pension-benefits-uploads', 'pensionBenefitsURL', { fileId })
    records.push({ id: fileId, name: fileName, url, uploadDate: new Date().toISOString() })
  }
  const idsOf = (saved: Record<string, unknown>) =>
    (saved['pensionBenefitsStatements'] as { id: string }[]).map(({ id }) => id)
  expect(idsOf(await save({ pensionBenefitsStatements: records }))).toEqual(fileIds)
  const remaining = records.slice(0, 2)
  expect(idsOf(await save({ pensionBenefitsStatements: remaining }))).toEqual(fileIds.slice(0, 2))
  await register('PUT /api/provident-benefits-uploads', 'providentBenefitsURL', { fileId: 'twice' })
  const letter = await client.call('GET /api/fais-document')
  expect([letter.status, letter.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  await register('PUT /api/fais-uploads', 'faisDocumentURL')
  await save({ currentStep: 'review' })
}

test('section 7 is enough, from an invitation to an onboarded client, for every role', async () => {
  expect(callsOfSectionSeven()).toHaveLength(38)
  const anonymous = openStrictClient(server.url, made)
  expect((await anonymous.call('GET /api/user')).status).toBe(401)
  const manager = await createManager('manager@firm.example')
  const other = await createManager('other@firm.example')
  const admin = await createAdmin()

  const managers = rowsOf(await admin.call('GET /api/admin/users'))
  expect(managers.map(({ username, role }) => [username, role])).toContainEqual([
    'manager@firm.example',
    'wealth_manager',
  ])
  const invite = (by: StrictClient, email: string, wealthManagerId: string) =>
    by.call('POST /api/send-invitation', { payload: { email, fullName: '', wealthManagerId } })
  expect(await invite(manager.session, 'stolen@home.example', other.id)).toMatchObject({ status: 400 })
  expect(await invite(manager.session, 'own@home.example', manager.id)).toMatchObject({ status: 201 })
  const email = 'thandi@home.example'
  const invited = ok(await invite(admin, email, manager.id))
  expect(invited['email']).toBe(email)

  const client = await enter(email, String(invited['temporaryPassword']))
  const me = ok(await client.call('GET /api/user'))
  expect(me).toMatchObject({ username: email, role: 'client', createdAt: (await userOf(email)).createdAt })
  expect(ok(await client.call('GET /api/application'))).toMatchObject({ userId: me['id'], status: 'draft' })
  await fillIn(client)

  const unconfirmed = await client.call('POST /api/application/submit')
  expect(unconfirmed).toMatchObject({
    status: 422,
    json: {
      errors: ['accurate', 'terms', 'brokerReview'].map((name) =>
        expect.objectContaining({ path: `confirmations.${name}` }),
      ),
    },
  })
  const confirmations = { accurate: true, terms: true, brokerReview: true }
  ok(await client.call('PUT /api/application', { payload: { confirmations } }))
  expect(ok(await client.call('POST /api/application/submit'))).toMatchObject({ status: 'submitted' })

  const own = rowsOf(await manager.session.call('GET /api/wealth-manager/applications'))
  const { id } = own.find((row) => row.emailAddress === email) ?? { id: '' }
  const path = `/api/admin/applications/${id}/status`
  for (const status of ['under_review', 'approved']) {
    const answer = await manager.session.call('PUT /api/admin/applications/{id}/status', {
      path,
      payload: { status },
    })
    expect(ok(answer)).toMatchObject({ status })
  }
  const onboarded = { path, payload: { status: 'onboarded' } }
  expect(ok(await admin.call('PATCH /api/admin/applications/{id}/status', onboarded))).toMatchObject({
    status: 'onboarded',
  })
  const download = `/api/admin/applications/${id}/download`
  const zip = await admin.call('GET /api/admin/applications/{id}/download', { path: download })
  expect([zip.status, zip.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])

  ok(await admin.call('GET /api/admin/security/metrics'))
  expect(rowsOf(await admin.call('GET /api/admin/security/audit-logs?limit=50'))).toHaveLength(50)
  ok(await admin.call('POST /api/admin/security/clear-suspicious-ip', { payload: { ip: '192.0.2.1' } }))
  ok(await client.call('POST /api/logout'))
  expect((await client.call('GET /api/application')).status).toBe(401)
  ok(await anonymous.call('POST /api/request-password-reset', { payload: { username: email } }))
}, 180_000)

test('section 7 is enough to administer users', async () => {
  const manager = await createManager('administered@firm.example')
  const path = `/api/system-admin/users/${manager.id}/fais-document`
  const payload = { documentURL: await sendLetter() }
  const letter = ok(await owner.call('PUT /api/system-admin/users/{id}/fais-document', { path, payload }))
  const stored = String(letter['faisDocumentPath']).replace('/objects/', '/fais-documents/')
  const opened = await owner.call('GET /fais-documents/{path}', { path: stored })
  expect([opened.status, opened.bytes.equals(pdf)]).toEqual([200, true])

  const username = 'self@home.example'
  const visitor = openStrictClient(server.url, made)
  ok(await visitor.call('POST /api/register', { payload: { username, password: PASSWORD } }))
  expect(ok(await visitor.call('GET /api/user'))).toMatchObject({ username, role: 'client' })
  const { id } = await userOf(username)
  const ofUser = `/api/system-admin/users/${id}`
  for (const wealthManagerId of [manager.id, null]) {
    const change = { path: ofUser, payload: { role: 'client', wealthManagerId } }
    expect(ok(await owner.call('PATCH /api/system-admin/users/{id}', change))).toMatchObject({
      wealthManagerId,
    })
  }
  const standings = rowsOf(await owner.call('GET /api/system-admin/applications'))
  expect(standings).toContainEqual(expect.objectContaining({ userId: id, currentStep: 'personal' }))
  ok(await owner.call('DELETE /api/system-admin/users/{id}', { path: ofUser }))
  await expect(userOf(username)).rejects.toThrow('There is no')
  ok(await owner.call('GET /api/system-admin/stats'))
  rowsOf(await owner.call('GET /api/system-admin/audit-logs'))
}, 60_000)

test('a list without parameters returns everything that the caller may see', async () => {
  const { username, id } = await makeBook(server.context, CLIENTS)
  const reset = `/api/system-admin/users/${id}/reset-password`
  const answer = ok(await owner.call('POST /api/system-admin/users/{id}/reset-password', { path: reset }))
  const manager = await enter(username, String(answer['newPassword']))
  const admin = await signIn('admin@firm.example', PASSWORD)
  const all = async (client: StrictClient, call: string) => {
    const list = await client.call(call)
    const rows = rowsOf(list)
    expect([Number(list.headers.get('x-total-count')), list.headers.get('link')]).toEqual([rows.length, null])
    return rows.length
  }
  expect(await all(manager, 'GET /api/wealth-manager/applications')).toBe(CLIENTS)
  const applications = await all(admin, 'GET /api/admin/applications')
  expect(applications).toBeGreaterThan(CLIENTS)
  expect(await all(owner, 'GET /api/system-admin/applications')).toBe(applications)
  const users = await all(owner, 'GET /api/system-admin/users')
  expect(users).toBeGreaterThan(applications)
  expect(await all(admin, 'GET /api/admin/users')).toBe(users)
})

test('every call of section 7 was made', () => {
  expect(callsOfSectionSeven().filter((call) => !made.has(call))).toEqual([])
})
