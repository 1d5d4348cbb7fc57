import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { eq, inArray } from 'drizzle-orm'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { Drafts } from '#features/due-diligence/rules/drafts.ts'
import { RENEWAL_DAYS, type PaperName } from '#features/due-diligence/rules/papers.ts'
import { basisOf } from '#features/due-diligence/rules/state.ts'
import {
  HAND_IN_WORDING,
  taskNames,
  type StoredState,
  type TaskName,
} from '#features/due-diligence/rules/tasks.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { checkTasks } from '#features/due-diligence/server/check-tasks.ts'
import { loadDueDiligence, type Loading } from '#features/due-diligence/server/load.ts'
import { clientRating } from '#features/due-diligence/server/rating/client-rating.ts'
import { ratingRow } from '#features/due-diligence/server/rating/rate-client.ts'
import type { Transaction } from '#base/server/db/database.ts'
import {
  declarations,
  dueDiligenceDocuments,
  dueDiligenceTasks,
  verifications,
} from '#features/due-diligence/schema/due-diligence-schema.ts'
import { newId } from '#base/server/db/id.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { daysBefore } from './days-before.ts'
import { makeDocument } from './factories/documents.ts'

type States = Partial<Record<TaskName, StoredState>>

const accepted: States = Object.fromEntries(taskNames.map((task) => [task, 'accepted']))

/** Every state is somewhere; the approved client is ready to be onboarded. Other clients were onboarded before. */
const states: Readonly<Record<string, States>> = {
  'naledi.molefe@demo.example': accepted,
  'lerato.khumalo@demo.example': accepted,
  'sipho.dlamini@demo.example': {
    identity: 'handed-in',
    address: 'again',
    funds: 'handed-in',
    exposure: 'accepted',
    tax: 'accepted',
  },
}

/** The identity paper of this client expires soon. */
const EXPIRING = 'lerato.khumalo@demo.example'

/** What each client handed in. */
function draftsOf({ fullName, taxIncomeNumber }: Answers): Drafts {
  return {
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
      holder: fullName ?? '',
      ownAccount: true,
    },
    funds: {
      purpose: 'retirement',
      firstAmount: 250_000,
      yearlyAmount: 60_000,
      sources: [{ kind: 'salary', amount: 250_000 }],
    },
    exposure: { domestic: false, foreign: false, influential: false, related: false },
    tax: {
      countries: [{ country: 'South Africa', number: taxIncomeNumber ?? '' }],
      unitedStatesPerson: false,
    },
  }
}

const files: Readonly<Partial<Record<TaskName, { paper: PaperName; name: string; isDated?: true }>>> = {
  identity: { paper: 'id-card', name: 'ID card.pdf' },
  address: { paper: 'municipal-account', name: 'Municipal account.pdf', isDated: true },
  bank: { paper: 'bank-statement', name: 'Bank statement.pdf', isDated: true },
}

/** Due diligence of demo clients, where it is switched on. Clients that have some are unchanged. */
export async function makeDemoPacks(
  context: Context,
  { verifierId, raterId }: { verifierId: string; raterId: string },
): Promise<void> {
  if (!context.settings.dueDiligence.on) return
  const { database, keyring } = context
  const rows = await database.db
    .select({ username: users.username, application: applications })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(inArray(users.username, Object.keys(states)))
  for (const { username, application } of rows) {
    const own = eq(dueDiligenceTasks.applicationId, application.id)
    if ((await database.db.$count(dueDiligenceTasks, own)) > 0) continue
    const answers = decryptAnswers(keyring, application.id, application.answers)
    const documents = await makeFiles(context, application)
    await database.db.transaction(async (tx) => {
      for (const [task, state] of Object.entries(states[username] ?? {}) as [TaskName, StoredState][]) {
        const expiresOn =
          username === EXPIRING && task === 'identity' ? dayOf(daysBefore(context.now(), -20)) : null
        await storeTask(
          { tx, context, verifierId },
          { application, answers, documents },
          { task, state, expiresOn },
        )
      }
      const { settings } = context
      const loading = { keyring, settings, database: { db: tx } }
      if (states[username] === accepted) {
        await storeRating(loading, { id: application.id, answers }, { raterId, now: context.now() })
      }
      await checkTasks({ ...systemContext(context), tx }, application.id)
    })
  }
}

/** The rating of a client by the model alone. */
async function storeRating(
  loading: Loading,
  application: { id: string; answers: Answers },
  { raterId, now }: { raterId: string; now: Date },
): Promise<void> {
  const { db } = loading.database
  const found = await loadDueDiligence(loading, application, now)
  const { inForce: model, facts, now: rating } = await clientRating(db, loading.keyring, found)
  const by = { applicationId: application.id, by: raterId, at: daysBefore(now, 2) }
  await db.insert(riskRatings).values(ratingRow(loading.keyring, by, { model, facts, judgement: {}, rating }))
}

type Made = Partial<Record<TaskName, string>>

async function makeFiles(context: Context, { id, userId }: { id: string; userId: string }): Promise<Made> {
  const made: Made = {}
  for (const [task, { name }] of Object.entries(files) as [TaskName, { name: string }][]) {
    const facts = { kind: 'ficaPaper', ownerId: userId, applicationId: id, name } as const
    made[task] = (await makeDocument(context, facts)).id
  }
  return made
}

async function storeTask(
  { tx, context, verifierId }: { tx: Transaction; context: Context; verifierId: string },
  {
    application,
    answers,
    documents,
  }: { application: { id: string; userId: string }; answers: Answers; documents: Made },
  { task, state, expiresOn }: { task: TaskName; state: StoredState; expiresOn: string | null },
): Promise<void> {
  const { keyring } = context
  const [madeAt, at] = [daysBefore(context.now(), 5), daysBefore(context.now(), 3)]
  const [id, declarationId] = [newId(), newId()]
  const draft = draftsOf(answers)[task]
  const isDecided = state === 'accepted' || state === 'again'
  const ofTask = { applicationId: application.id, task }
  await tx.insert(dueDiligenceTasks).values({
    id,
    ...ofTask,
    state,
    version: 2,
    draft: encrypt(keyring, dueDiligenceTasks.draft, id, JSON.stringify(draft)),
    handedInAt: madeAt,
    ...(isDecided && { decidedBy: verifierId, decidedAt: at }),
    ...(expiresOn && { expiresOn, renewFrom: dayAfter(expiresOn, -RENEWAL_DAYS) }),
    ...(state === 'again' && { reason: 'too-old', askedAt: at }),
  })
  await tx.insert(declarations).values({
    id: declarationId,
    ...ofTask,
    version: 1,
    content: encrypt(
      keyring,
      declarations.content,
      declarationId,
      JSON.stringify({ draft, basis: basisOf(task, answers) }),
    ),
    wording: HAND_IN_WORDING,
    madeAt,
    madeBy: application.userId,
  })
  const documentId = documents[task]
  const file = files[task]
  if (documentId !== undefined && file !== undefined) {
    const issuedOn = file.isDated ? dayOf(daysBefore(context.now(), 20)) : null
    await tx
      .insert(dueDiligenceDocuments)
      .values({ documentId, ...ofTask, paper: file.paper, issuedOn, expiresOn })
  }
  if (!isDecided) return
  await tx.insert(verifications).values({
    id: newId(),
    ...ofTask,
    declarationVersion: 1,
    result: state,
    method: state === 'accepted' ? (file ? 'original-seen' : 'agrees-with-answers') : null,
    documentIds: documentId === undefined ? [] : [documentId],
    byId: verifierId,
    at,
    expiresOn,
  })
}
