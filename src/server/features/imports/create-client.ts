import { and, ne, sql } from 'drizzle-orm'
import type { RowProblemCode } from '#domain/imports/problems.ts'
import { noonOf, type ReadClient } from '#domain/imports/read-client.ts'
import type { Doer } from '#server/shared/actor.ts'
import { record } from '#server/shared/audit/record.ts'
import { hashesOf } from '#server/shared/application-record/number-hash.ts'
import { createApplication } from '#server/features/applications/commands.ts'
import { openBareAccount } from '#server/features/users/open-account.ts'
import { importedApplications } from '#server/platform/db/import-schema.ts'
import { applications } from '#server/platform/db/schema.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'

/** A client who was created, or why not: they exist by now. */
export type CreatedClient = { userId: string } | { duplicate: RowProblemCode }

/** A client to be created, and the import they belong to. */
interface ToCreate {
  importId: string
  client: ReadClient
  /** Whether another client with the same ID number is accepted. */
  forced: boolean
}

/**
 * Creates a client from a row of a file: an account without a password, and an application. No one is mailed, and
 * nothing that exists is changed.
 */
export async function createClient(
  work: TransactionContext<Doer>,
  { importId, client, forced }: ToCreate,
): Promise<CreatedClient> {
  const { username, fullName, answers, wealthManagerId, status, externalReference } = client
  if (username === null) throw new Error('A row without an address is not imported.')
  if (!forced && (await hasIdNumber(work, answers.idNumber ?? null))) return { duplicate: 'same-id-number' }
  const account = { username, role: 'client', fullName, wealthManagerId } as const
  const opened = await openBareAccount(work, account, { by: 'import', notInvited: true })
  if (opened === null) return { duplicate: 'exists' }
  const imported = {
    answers,
    status,
    onboardedAt: dateOf(client.onboardedAt),
    cancelledAt: dateOf(client.cancelledAt),
    reviewedAt: dateOf(client.reviewedAt),
  }
  const applicationId = await createApplication(work, { userId: opened.id, username, fullName }, imported)
  const marked = await work.tx
    .insert(importedApplications)
    .values({ applicationId, importId, externalReference, importedAt: work.now })
    .onConflictDoNothing()
    .returning({ applicationId: importedApplications.applicationId })
  if (marked.length === 0) return { duplicate: 'imported-before' }
  await record(work, 'application.imported', applicationId, { importId, status })
  return { userId: opened.id }
}

function dateOf(day: string | null): Date | null {
  return day === null ? null : noonOf(day)
}

/** Whether another client has an ID number. Simultaneous imports of the same number wait for each other. */
async function hasIdNumber(
  { tx, context: { keyring } }: TransactionContext<Doer>,
  number: string | null,
): Promise<boolean> {
  if (number === null) return false
  const hashes = hashesOf(keyring, number)
  const [first] = hashes
  if (first === undefined) return false
  await tx.execute(sql`select pg_advisory_xact_lock(${first.readInt32BE(0)}, ${first.readInt32BE(4)})`)
  const texts = hashes.map((hash) => hash.toString('hex'))
  const [found] = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(
      and(
        sql`${applications.idNumberHash} in (select decode(hash, 'hex') from unnest(${sql.param(texts)}::text[]) hash)`,
        ne(applications.idNumberHash, Buffer.alloc(0)),
      ),
    )
    .limit(1)
  return found !== undefined
}
