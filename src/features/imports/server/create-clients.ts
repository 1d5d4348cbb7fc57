import { sql } from 'drizzle-orm'
import type { RowProblemCode } from '#features/imports/rules/problems.ts'
import { noonOf, type ReadClient } from '#features/imports/rules/read-client.ts'
import { addImportedNotes } from '#features/notes/server/write.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { recordEach } from '#features/audit/server/record.ts'
import { hashesOf } from '#features/applications/server/record/number-hash.ts'
import { createImportedApplications, type ImportedApplication } from '#features/wizard/server/commands.ts'
import { openImportedAccounts } from '#features/accounts/server/open-account.ts'
import { importedApplications } from '#features/imports/schema.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import {
  applicationsByNumber,
  applicationsByReference,
  numberOf,
  numbersIn,
  referencesIn,
} from './duplicates.ts'

/** A client who was created, or why not: they exist by now. */
export type CreatedClient = { userId: string } | { duplicate: RowProblemCode }

/** A client to be created. */
interface ToCreate {
  client: ReadClient
  /** Whether another client with the same ID number is accepted. */
  forced: boolean
}

/**
 * Creates clients from rows of a file with few statements for all of them: accounts without a password, and
 * applications. No one is mailed, and nothing that exists is changed. The rows do not repeat each other: the preview
 * refused those that do.
 *
 * @returns what became of each, in the same order
 */
export async function createClients(
  work: TransactionContext<Doer>,
  importId: string,
  clients: readonly ToCreate[],
): Promise<CreatedClient[]> {
  const duplicateOf = await findDuplicates(work, clients)
  const accounts = clients.flatMap(({ client }) =>
    duplicateOf(client) === null ? [{ ...client, username: addressOf(client) }] : [],
  )
  const userIds = await openImportedAccounts(work, importId, accounts)
  await addApplications(
    work,
    importId,
    accounts.flatMap((account) => {
      const userId = userIds.get(account.username)
      return userId === undefined ? [] : [{ ...account, userId }]
    }),
  )
  return clients.map(({ client }) => {
    const duplicate = duplicateOf(client)
    if (duplicate !== null) return { duplicate }
    const userId = userIds.get(addressOf(client))
    return userId === undefined ? { duplicate: 'exists' } : { userId }
  })
}

function addressOf({ username }: ReadClient): string {
  if (username === null) throw new Error('A row without an address is not imported.')
  return username
}

/** Why clients exist already, by ID number or reference; their addresses are checked by creating the accounts. */
async function findDuplicates(
  work: TransactionContext<Doer>,
  clients: readonly ToCreate[],
): Promise<(client: ReadClient) => RowProblemCode | null> {
  const { tx, context } = work
  const numbers = numbersIn(clients.filter(({ forced }) => !forced).map(({ client }) => client))
  await lockNumbers(work, numbers)
  const byNumber = await applicationsByNumber(tx, context.keyring, numbers)
  const references = referencesIn(clients.map(({ client }) => client))
  const byReference = await applicationsByReference(tx, references)
  return (client) => {
    if (byNumber.has(numberOf(client) ?? '')) return 'same-id-number'
    return byReference.has(client.externalReference ?? '') ? 'imported-before' : null
  }
}

/** Simultaneous imports of the same number wait for each other, and lock numbers in the same order. */
async function lockNumbers(
  { tx, context: { keyring } }: TransactionContext<Doer>,
  numbers: readonly string[],
): Promise<void> {
  const hashes = numbers
    .flatMap((number) => hashesOf(keyring, number).slice(0, 1))
    .toSorted((one, other) => one.compare(other))
  if (hashes.length === 0) return
  const [highs, lows] = [hashes.map((hash) => hash.readInt32BE(0)), hashes.map((hash) => hash.readInt32BE(4))]
  await tx.execute(sql`
    select pg_advisory_xact_lock(high, low)
    from unnest(${sql.param(highs)}::int[], ${sql.param(lows)}::int[]) number (high, low)`)
}

/** Adds the applications of new accounts, and marks them as imported. */
async function addApplications(
  work: TransactionContext<Doer>,
  importId: string,
  clients: readonly (ReadClient & { username: string; userId: string })[],
): Promise<void> {
  if (clients.length === 0) return
  const ids = await createImportedApplications(
    work,
    clients.map(({ userId, username, fullName, ...client }) => ({
      userId,
      username,
      fullName,
      imported: importedOf(client),
    })),
  )
  const added = clients.map(({ status, externalReference, remarks }, index) => ({
    remarks,
    applicationId: ids[index] ?? '',
    status,
    externalReference,
  }))
  await work.tx.insert(importedApplications).values(
    added.map(({ applicationId, externalReference }) => ({
      applicationId,
      importId,
      externalReference,
      importedAt: work.now,
    })),
  )
  await addImportedNotes(
    work,
    added.flatMap(({ applicationId, remarks }) =>
      remarks === null ? [] : [{ applicationId, text: remarks }],
    ),
  )
  for (const [status, some] of Map.groupBy(added, (each) => each.status)) {
    const objects = some.map(({ applicationId }) => applicationId)
    await recordEach(work, 'application.imported', objects, { importId, status })
  }
}

function importedOf({
  answers,
  status,
  onboardedAt,
  cancelledAt,
  reviewedAt,
}: Omit<ReadClient, 'username' | 'fullName'>): ImportedApplication {
  return {
    answers,
    status,
    onboardedAt: dateOf(onboardedAt),
    cancelledAt: dateOf(cancelledAt),
    reviewedAt: dateOf(reviewedAt),
  }
}

function dateOf(day: string | null): Date | null {
  return day === null ? null : noonOf(day)
}
