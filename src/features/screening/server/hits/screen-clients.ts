import { and, asc, eq, sql } from 'drizzle-orm'
import { MATCHER_VERSION } from '#features/screening/rules/score.ts'
import { screenedPeople } from '#features/screening/rules/subjects.ts'
import { loadDueDiligence, type DueDiligence } from '#features/due-diligence/server/load.ts'
import { lockAsStaff } from '#features/due-diligence/server/write-task.ts'
import { isScreened } from '#features/screening/server/compared-clients.ts'
import { normalNumber } from '#features/screening/server/document-numbers.ts'
import { fillSounds } from '#features/screening/server/fill-sounds.ts'
import { editionsInForce } from '#features/screening/server/editions.ts'
import { notifyOfHits } from '#features/screening/server/notify-of-hits.ts'
import { screenSubject } from '#features/screening/server/screen-subject.ts'
import { saveSubjects } from '#features/screening/server/save-subjects.ts'
import { accountNameOf, subjectIdsOf } from '#features/screening/server/subjects.ts'
import type { Queries } from '#base/server/db/database.ts'
import { declarations } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { importedApplications } from '#features/imports/schema.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { decryptRow } from '#features/applications/server/record/application-row.ts'
import {
  inTransaction,
  systemContext,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'

const APPLICATIONS_AT_ONCE = 500

/** What the facts of an application's people come from: they are read again when it changes. */
const basis = sql<string>`concat(${String(MATCHER_VERSION)}::text, ':', md5(concat_ws('|', ${applications.updatedAt}, ${users.fullName}, (select max(${declarations.madeAt}) from ${declarations} where ${declarations.applicationId} = ${applications.id}))))`

function selectBasis(db: Queries) {
  return db
    .select({ application: applications, basis })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .$dynamic()
}

/**
 * Compares clients with all lists whose name, birth, countries or document numbers are new or have changed. A job each
 * minute: never within a save, which happens while clients type. Imported clients follow the others, oldest import
 * first.
 *
 * @returns the number of hits that were opened
 */
export async function screenClients(context: Context): Promise<number> {
  const { db } = context.database
  const { on } = context.settings.dueDiligence
  if (!on || (await editionsInForce(db)).length === 0) return 0
  await fillSounds(context)
  const changed = await db
    .select({ id: applications.id })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .leftJoin(
      screeningSubjects,
      and(eq(screeningSubjects.applicationId, applications.id), eq(screeningSubjects.role, 'client')),
    )
    .leftJoin(importedApplications, eq(importedApplications.applicationId, applications.id))
    .where(and(isScreened, sql`${screeningSubjects.basis} is distinct from ${basis}`))
    .orderBy(sql`${importedApplications.importedAt} asc nulls first`, asc(applications.id))
    .limit(APPLICATIONS_AT_ONCE)
  let opened = 0
  for (const { id } of changed) {
    try {
      opened += await inTransaction(systemContext(context), (work) => screenApplication(work, id))
    } catch (error) {
      context.log.error(
        { err: error, application: id },
        'comparing an application with sanctions lists failed',
      )
    }
  }
  if (opened > 0) await notifyOfHits(context)
  return opened
}

async function screenApplication(
  work: TransactionContext<Doer | null>,
  applicationId: string,
  { asked = false }: { asked?: boolean } = {},
): Promise<number> {
  const { tx, context, now } = work
  // The application before its hits, as decisions lock them: foreign keys would lock it later, and deadlock.
  const [row] = await selectBasis(tx)
    .where(eq(applications.id, applicationId))
    .for('key share', { of: applications })
  if (row === undefined) return 0
  const { keyring, settings } = context
  const application = decryptRow(keyring, row.application)
  const found = await loadDueDiligence({ keyring, settings, database: { db: tx } }, application, now)
  const people = peopleIn(found, await accountNameOf(tx, applicationId))
  const owner = { applicationId }
  const changed = await saveSubjects(work, { owner, people, basis: row.basis })
  const ids = asked ? await subjectIdsOf(tx, owner) : changed
  let opened = 0
  for (const id of ids) opened += await screenSubject(work, id, { asked })
  return opened
}

function peopleIn({ declaredAround: { answers, drafts } }: DueDiligence, accountName: string | null) {
  return screenedPeople({ answers, drafts, accountName }, normalNumber)
}

/** Compares a client with all lists now. @throws DomainError not-found; conflict (409) for the own account */
export async function screenNow(act: CommandContext, applicationId: string): Promise<void> {
  await inTransaction(act, async (work) => {
    await lockAsStaff(work, applicationId, 'compliance.work')
    await screenApplication(work, applicationId, { asked: true })
  })
}
