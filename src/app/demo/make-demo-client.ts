import { eq } from 'drizzle-orm'
import { fieldsWithDefault } from '#features/applications/rules/wizard/default-answers.ts'
import type { Context } from '#base/server/context.ts'
import { makeClient, type ApplicationFacts } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { nameOf } from '#features/documents/server/encrypted-name.ts'
import { daysBefore } from './days-before.ts'
import { demoLetterFacts } from './demo-firm.ts'
import { recordHistory } from './demo-history.ts'
import { papersOf } from './demo-papers.ts'
import type { DemoClient } from './demo-person.ts'

/** A demo client's manager. */
export interface DemoManager {
  id: string
  username: string
  fullName: string | null
}

interface DemoPeople {
  manager: DemoManager
  adminId: string
}

/** Creates a demo client with all answers and uploads so far. */
export async function makeDemoClient(
  context: Context,
  client: DemoClient,
  { password, ...people }: DemoPeople & { password: string | undefined },
): Promise<void> {
  const made = await makeClient(context, {
    username: client.username,
    password,
    fullName: client.answers.fullName,
    wealthManagerId: people.manager.id,
    application: applicationFacts(client, context.now()),
  })
  await completeDemoClient(context, client, { ...people, ownerId: made.id })
}

/** Adds uploads and history that an interrupted start left out. */
export async function completeDemoClient(
  context: Context,
  client: DemoClient,
  { ownerId, manager, adminId }: DemoPeople & { ownerId: string },
): Promise<void> {
  const { id, userId, submittedAt, statusChangedAt } = applications
  const [application] = await context.database.db
    .select({ id, userId, submittedAt, statusChangedAt })
    .from(applications)
    .where(eq(applications.userId, ownerId))
  if (application === undefined) return
  await handInPapers(context, client, { application, manager })
  await recordHistory(context, client, { application, staff: { wealth_manager: manager.id, admin: adminId } })
}

async function handInPapers(
  context: Context,
  client: DemoClient,
  { application, manager }: { application: { id: string; userId: string }; manager: DemoManager },
): Promise<void> {
  const { db } = context.database
  const there = await db
    .select({ id: documents.id, encryptedName: documents.encryptedName })
    .from(documents)
    .where(eq(documents.applicationId, application.id))
  const now = context.now()
  const uploadedAt = daysBefore(now, client.submitted ?? client.began)
  const letter = demoLetterFacts(context.settings, manager, daysBefore(now, client.began))
  for (const { kind, name, make } of papersOf(client, uploadedAt, letter)) {
    if (there.some((document) => nameOf(context.keyring, document) === name)) continue
    const bytes = await make()
    await makeDocument(context, {
      kind,
      name,
      bytes,
      applicationId: application.id,
      ownerId: application.userId,
      uploadedAt,
    })
  }
}

function applicationFacts(client: DemoClient, now: Date): ApplicationFacts {
  const { status, answers, currentStep, began, submitted, onboarded, decided } = client
  // A submitted application has no unconfirmed default answers.
  const checkedDefaults = submitted === undefined ? [] : [...fieldsWithDefault]
  return {
    status,
    answers: { checkedDefaults, ...answers },
    currentStep,
    createdAt: daysBefore(now, began),
    ...(submitted !== undefined && { submittedAt: daysBefore(now, submitted) }),
    ...(onboarded !== undefined && { onboardedAt: daysBefore(now, onboarded) }),
    ...(status === 'cancelled' && decided !== undefined && { cancelledAt: daysBefore(now, decided) }),
  }
}
