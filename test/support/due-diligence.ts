import type { Pack, ReviewedPack } from '#features/due-diligence/api/due-diligence.ts'
import type { Application } from '#features/applications/api/application.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { Drafts } from '#features/due-diligence/rules/drafts.ts'
import type { FundName } from '#features/due-diligence/rules/funds.ts'
import type { PaperName } from '#features/due-diligence/rules/papers.ts'
import { shippedModel } from '#features/due-diligence/rules/rating/model.ts'
import { taskNames, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import { eq } from 'drizzle-orm'
import { applications } from '#features/access/schema/tables.ts'
import { decryptRow } from '#features/applications/server/record/application-row.ts'
import { rate } from '#features/due-diligence/rules/rating/rate.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { loadDueDiligence } from '#features/due-diligence/server/load.ts'
import { clientRating } from '#features/due-diligence/server/rating/client-rating.ts'
import { ratingRow } from '#features/due-diligence/server/rating/rate-client.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { makeDemoList } from '#app/demo/demo-list.ts'
import { makePdf } from './files.ts'
import { makeReviewed, type Reviewed } from './corrections.ts'
import type { HttpAnswer, HttpSession } from './http.ts'
import type { TestServer } from './server.ts'
import { isTaken, send } from './uploads.ts'

/** Settings of a server with due diligence. */
export const dueDiligenceOn = {
  dueDiligence: {
    on: true,
    addressProofMonths: 3,
    wealthAsk: 10_000_000,
    crsReporting: true,
    listsDir: null,
    listsFetchUrl: null,
    listMaxDays: 7,
    managersSeeRating: false,
  },
}

/**
 * Puts a United Nations list of today in use, without which no client is approved or onboarded. Clients are compared
 * with it by `screenClients`.
 */
export async function useUnList({ context }: Pick<TestServer, 'context'>): Promise<void> {
  await makeDemoList(context)
}

/** Complete drafts of a South African who is not politically exposed. */
export const completeDrafts: Drafts = {
  identity: {
    actsFor: 'self',
    residence: 'citizen',
    citizenships: ['South Africa'],
    countryOfBirth: 'South Africa',
    otherNames: [],
  },
  address: { inOwnName: true },
  bank: {
    abroad: false,
    bank: 'Standard Bank',
    branchCode: '051001',
    accountNumber: '1234567890',
    accountType: 'cheque',
    holder: 'Thandiwe Nkosi',
    ownAccount: true,
  },
  funds: {
    purpose: 'retirement',
    firstAmount: 500_000,
    yearlyAmount: 60_000,
    sources: [{ kind: 'salary', amount: 860_000 }],
  },
  exposure: { domestic: false, foreign: false, influential: false, related: false },
  tax: { countries: [{ country: 'South Africa', number: '0001339050' }], unitedStatesPerson: false },
}

/** Whom the money is for, where it is for someone else. */
export const forSister: Drafts['funds']['forWhom'] = {
  kind: 'person',
  fullName: 'Lindiwe Plain',
  dateOfBirth: '1984-02-03',
  relation: 'My sister',
}

/** A minister of another country. */
export const exposedDraft: Drafts['exposure'] = {
  ...completeDrafts.exposure,
  foreign: true,
  positions: [
    {
      question: 'foreign',
      position: 'Minister or equivalent senior politician, or leader of a political party',
      country: 'Zambia',
      from: '2009',
      to: '2012',
    },
  ],
}

/** A hold of records. */
/** What admins can change of the shipped risk model. */
export const riskModelChoices = (() => {
  const { levels, refreshMonths, raisedCountries, highCountries, riskyTrades } = shippedModel.content
  return { levels, refreshMonths, raisedCountries, highCountries, riskyTrades }
})()

export const heldByCourt = { why: 'court', until: '2036-03-01', words: 'Order of the High Court.' } as const

interface PaperDates {
  issuedOn?: string
  expiresOn?: string
}

/** The papers of `completeDrafts`, with their dates. The payslip is among the application's files. */
const completePapers = (today: string): Partial<Record<TaskName, [PaperName, PaperDates]>> => ({
  identity: ['id-card', {}],
  address: ['municipal-account', { issuedOn: today }],
  bank: ['bank-statement', { issuedOn: today }],
})

/** A client with a complete application, and their manager. */
export function makePackClient(
  server: TestServer,
  facts: { status?: ApplicationStatus; wealthManagerId?: string; answers?: Partial<Answers> } = {},
): Promise<Reviewed> {
  return makeReviewed(server, { ...facts, answers: { fullName: 'Thandiwe Nkosi', ...facts.answers } })
}

function expectOk(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

export async function packOf(session: HttpSession): Promise<Pack> {
  return expectOk(await session.get('/api/application/pack')).body as Pack
}

export async function reviewedPackOf(staff: HttpSession, path: string): Promise<ReviewedPack> {
  return expectOk(await staff.get(`${path}/pack`)).body as ReviewedPack
}

/** The task as its client sees it. */
export async function taskOf(session: HttpSession, task: TaskName) {
  const pack = await packOf(session)
  const found = pack.tasks.find((one) => one.task === task)
  if (found === undefined) throw new Error(`There is no task ${task}.`)
  return { ...found, etag: etagOf({ id: pack.applicationId, version: found.version }) }
}

/** Uploads a file for a paper. @returns the address without its query string */
export async function sendPaper(session: HttpSession, from = '/api/objects/upload'): Promise<string> {
  const body = from === '/api/objects/upload' ? { purpose: 'ficaPaper' } : {}
  const { uploadURL } = expectOk(await session.post(from, body)).body as { uploadURL: string }
  const sent = await send(session, uploadURL, { bytes: await makePdf(), type: 'application/pdf' })
  if (!isTaken(sent)) throw new Error(`Not taken: ${sent.status}`)
  return uploadURL.split('?')[0] ?? ''
}

/** Adds a paper to one's own task. */
export async function addPaper(
  session: HttpSession,
  task: TaskName,
  paper: PaperName,
  dates: PaperDates = {},
): Promise<HttpAnswer> {
  const fileURL = await sendPaper(session)
  const body = { paper, ...dates, fileURL, fileName: `${paper}.pdf` }
  return session.put(`/api/application/pack/${task}/file`, body)
}

export function saveTask<Task extends TaskName>(
  session: HttpSession,
  task: Task,
  draft: Drafts[Task] = completeDrafts[task],
  changed = '',
): Promise<HttpAnswer> {
  return session.put(`/api/application/pack/${task}${changed}`, draft)
}

export function handInTask(session: HttpSession, task: TaskName): Promise<HttpAnswer> {
  return session.post(`/api/application/pack/${task}/hand-in`, { accurate: true })
}

async function nameOf(session: HttpSession): Promise<string> {
  return ((await session.get('/api/application')).body as Application).fullName ?? ''
}

/** Does one task as `completeDrafts` have it, unless another draft is given. */
export async function doTask<Task extends TaskName>(
  session: HttpSession,
  task: Task,
  draft: Drafts[Task] = completeDrafts[task],
  today = new Date().toISOString().slice(0, 10),
): Promise<void> {
  const isUsual = draft === completeDrafts.bank
  expectOk(await saveTask(session, task, isUsual ? { ...draft, holder: await nameOf(session) } : draft))
  const [paper, dates] = completePapers(today)[task] ?? []
  if (paper !== undefined) expectOk(await addPaper(session, task, paper, dates))
  expectOk(await handInTask(session, task))
}

/**
 * A verdict on the latest declaration. Accepting has opened its documents, seen all that is implausible, with a note where one is needed, and read
 * on each document what was declared, unless the verdict says otherwise.
 */
export async function giveVerdict(
  staff: HttpSession,
  path: string,
  task: TaskName,
  verdict: Record<string, unknown> = { verdict: 'accepted', method: 'original-seen' },
): Promise<HttpAnswer> {
  const { tasks } = await reviewedPackOf(staff, path)
  const found = tasks.find((one) => one.task === task)
  const version = found?.declarations[0]?.version ?? 0
  const looked = found === undefined || verdict.verdict !== 'accepted' ? {} : lookedAt(found)
  const papers = found?.papers.flatMap(({ files }) => files) ?? []
  for (const { documentId } of [...papers, ...(found?.evidence ?? [])]) {
    await staff.put(`/api/documents/${documentId}/opened`)
  }
  return staff.put(`${path}/pack/${task}/verdict`, { version, ...looked, ...verdict })
}

function lookedAt({ implausible, evidence, declarations }: ReviewedPack['tasks'][number]) {
  const sources = (declarations[0]?.content.sources ?? []) as { kind?: FundName; amount?: number }[]
  const declared = (of: readonly FundName[]) =>
    sources.reduce((sum, { kind, amount = 0 }) => (kind && of.includes(kind) ? sum + amount : sum), 0)
  return {
    ...(implausible.some(({ note }) => note !== 'none') && { note: 'Asked, and explained.' }),
    seen: implausible.map(({ code }) => code),
    amounts: evidence.map(({ documentId, of }) => ({ documentId, amount: declared(of) })),
  }
}

/** Does and accepts every task. */
export async function doTasks(
  { session, manager, path }: Pick<Reviewed, 'session' | 'manager' | 'path'>,
  changed: Partial<Drafts> = {},
): Promise<void> {
  for (const task of taskNames) {
    await doTask(session, task, changed[task])
    expectOk(await giveVerdict(manager, path, task))
  }
}

/** Does and accepts every task, and compares the client with the lists in use. */
export async function completePack(
  person: Pick<Reviewed, 'session' | 'manager' | 'path' | 'context'>,
  changed: Partial<Drafts> = {},
): Promise<void> {
  await doTasks(person, changed)
  await screenClients(person.context)
}

/** Rates a client's risk by a version of the model. */
export function rateRisk(
  admin: HttpSession,
  path: string,
  judgement: Record<string, unknown> = {},
): Promise<HttpAnswer> {
  return admin.post(`${path}/rating`, { expectedModel: shippedModel.version, ...judgement })
}

/** Does and accepts every task, compares the client with the lists in use, and rates them. */
export async function completeAndRate(
  admin: HttpSession,
  person: Pick<Reviewed, 'session' | 'manager' | 'path' | 'context'>,
  changed: Partial<Drafts> = {},
): Promise<void> {
  await completePack(person, changed)
  expectOk(await rateRisk(admin, person.path))
}

/** Completes a client, with a rating from before they were listed: none is made while a possible match is undecided. */
export async function completeListed(
  admin: HttpSession,
  person: Pick<Reviewed, 'client' | 'session' | 'manager' | 'path' | 'context'>,
  changed: Partial<Drafts> = {},
): Promise<void> {
  await completePack(person, changed)
  const { keyring, settings, database } = person.context
  const { db } = database
  const { applicationId } = person.client
  const [row] = await db.select().from(applications).where(eq(applications.id, applicationId))
  if (row === undefined) throw new Error('The client has no application.')
  const loading = { keyring, settings, database: { db } }
  const found = await loadDueDiligence(loading, decryptRow(keyring, row), new Date())
  const { inForce: model, facts: now } = await clientRating(db, keyring, found)
  const facts = { ...now, screening: 'clear' as const }
  const { id: by } = (await admin.get('/api/user')).body as { id: string }
  const made = { model, facts, judgement: {}, rating: rate(model, facts) }
  await db.insert(riskRatings).values(ratingRow(keyring, { applicationId, by, at: new Date() }, made))
}

/** Switches due diligence on, or off, while something runs. */
export async function withPack<Result>(
  { context: { settings } }: TestServer,
  run: () => Promise<Result>,
  on = true,
): Promise<Result> {
  const before = settings.dueDiligence.on
  settings.dueDiligence.on = on
  try {
    return await run()
  } finally {
    settings.dueDiligence.on = before
  }
}

/** A client who has handed in their tax residency and bank account. */
export async function makeHandedIn(
  server: TestServer,
  facts: Parameters<typeof makePackClient>[1] = {},
): Promise<Reviewed> {
  const made = await makePackClient(server, facts)
  await doTask(made.session, 'tax')
  await doTask(made.session, 'bank')
  return made
}
