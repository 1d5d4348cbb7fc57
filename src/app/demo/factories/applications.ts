import { eq } from 'drizzle-orm'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { initialAnswers, type Answers } from '#features/applications/rules/wizard/answers.ts'
import {
  confirmationNames,
  CONFIRMATIONS_VERSION,
  type ConfirmationRecord,
} from '#features/applications/rules/wizard/confirmations.ts'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { createApplication } from '#features/wizard/server/commands.ts'
import { storedAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applications } from '#features/access/schema/tables.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { insertUser, prepareSecrets, type FactoryContext, type MadeUser, type UserFacts } from './users.ts'

/** Facts of an application; others are derived. */
export interface ApplicationFacts {
  /** Once submitted, it has all answers by default. */
  status?: ApplicationStatus
  answers?: Partial<Answers>
  currentStep?: string | null
  /** Time of creation; now by default. */
  createdAt?: Date
  submittedAt?: Date
  onboardedAt?: Date
  cancelledAt?: Date
}

/** A client with an application. */
export interface MadeClient extends MadeUser {
  applicationId: string
}

const wasSubmitted = {
  draft: false,
  submitted: true,
  under_review: true,
  approved: true,
  rejected: true,
  onboarded: true,
  cancelled: false,
} as const satisfies Record<ApplicationStatus, boolean>

function timestampsOf(facts: ApplicationFacts, status: ApplicationStatus, createdAt: Date) {
  const submittedAt = facts.submittedAt ?? (wasSubmitted[status] ? createdAt : null)
  const onboardedAt = facts.onboardedAt ?? (status === 'onboarded' ? (submittedAt ?? createdAt) : null)
  const cancelledAt = facts.cancelledAt ?? (status === 'cancelled' ? (submittedAt ?? createdAt) : null)
  return {
    createdAt,
    submittedAt,
    onboardedAt,
    cancelledAt,
    statusChangedAt: cancelledAt ?? onboardedAt ?? submittedAt ?? createdAt,
  }
}

function confirmedAt(time: Date): ConfirmationRecord {
  return Object.fromEntries(
    confirmationNames.map((name) => [name, { at: time.toISOString(), wording: CONFIRMATIONS_VERSION }]),
  )
}

async function recordCreation(
  tx: Transaction,
  { keyring }: FactoryContext,
  { id, username, fullName }: { id: string; username: string; fullName: string | null },
  facts: ApplicationFacts & { createdAt: Date },
): Promise<void> {
  const { status = 'draft', answers = {} } = facts
  const timestamps = timestampsOf(facts, status, facts.createdAt)
  const given =
    timestamps.submittedAt === null ? answers : { ...completeAnswers(username), fullName, ...answers }
  await tx
    .update(applications)
    .set({
      ...timestamps,
      status,
      updatedAt: timestamps.statusChangedAt,
      ...storedAnswers(keyring, id, { ...initialAnswers(username), fullName, ...given }),
      ...(timestamps.submittedAt !== null && {
        currentStep: 'success',
        confirmations: confirmedAt(timestamps.submittedAt),
      }),
      ...(facts.currentStep !== undefined && { currentStep: facts.currentStep }),
    })
    .where(eq(applications.id, id))
}

/** Creates a client with an application: an empty draft by default. */
export async function makeClient(
  context: FactoryContext,
  { application = {}, ...facts }: Omit<UserFacts, 'role'> & { application?: ApplicationFacts } = {},
): Promise<MadeClient> {
  const secrets = await prepareSecrets(facts)
  const createdAt = application.createdAt ?? context.now()
  return inTransaction({ ...systemContext(context), now: createdAt }, async (work) => {
    const user = await insertUser(work, { ...facts, role: 'client' }, secrets)
    const { username, fullName } = user
    const id = await createApplication(work, { userId: user.id, username, fullName })
    await recordCreation(work.tx, context, { id, username, fullName }, { ...application, createdAt })
    return { ...user, applicationId: id }
  })
}
