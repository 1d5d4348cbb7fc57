import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { makeClient, type ApplicationFacts } from '#server/db/factories/applications.ts'
import { makeDocument } from '#server/db/factories/documents.ts'
import { applications, documents } from '#server/db/schema.ts'
import { demoLetterFacts } from './demo-firm.ts'
import { papersOf } from './demo-papers.ts'
import type { DemoClient } from './demo-person.ts'

const DAY_MS = 86_400_000

/** Who looks after a demo client. */
export interface DemoManager {
  id: string
  username: string
  fullName: string | null
}

/** Makes a client of the demonstration, with everything that they have filled in and handed in so far. */
export async function makeDemoClient(
  context: Context,
  client: DemoClient,
  { manager, password }: { manager: DemoManager; password: string | undefined },
): Promise<void> {
  const made = await makeClient(context, {
    username: client.username,
    password,
    fullName: client.answers.fullName,
    wealthManagerId: manager.id,
    application: applicationFacts(client, context.now()),
  })
  await handInPapers(context, client, { ownerId: made.id, manager })
}

/** Hands in those of a client's papers that are not there: a start that broke off may have left some. */
export async function handInPapers(
  context: Context,
  client: DemoClient,
  { ownerId, manager }: { ownerId: string; manager: DemoManager },
): Promise<void> {
  const { db } = context.database
  const [application] = await db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.userId, ownerId))
  if (application === undefined) return
  const there = await db
    .select({ name: documents.name })
    .from(documents)
    .where(eq(documents.applicationId, application.id))
  const now = context.now()
  const uploadedAt = daysBefore(now, client.submitted ?? client.began)
  const letter = demoLetterFacts(context.settings, manager, daysBefore(now, client.began))
  for (const { kind, name, make } of papersOf(client, uploadedAt, letter)) {
    if (there.some((document) => document.name === name)) continue
    const bytes = await make()
    await makeDocument(context, {
      kind,
      name,
      bytes,
      applicationId: application.id,
      ownerId,
      uploadedAt,
    })
  }
}

function applicationFacts(client: DemoClient, now: Date): ApplicationFacts {
  const { status, answers, currentStep, began, submitted, onboarded } = client
  return {
    status,
    answers,
    currentStep,
    createdAt: daysBefore(now, began),
    ...(submitted !== undefined && { submittedAt: daysBefore(now, submitted) }),
    ...(onboarded !== undefined && { onboardedAt: daysBefore(now, onboarded) }),
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
