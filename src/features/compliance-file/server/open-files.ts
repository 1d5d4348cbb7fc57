import type { Readable } from 'node:stream'
import { and, asc, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { requirePack } from '#features/due-diligence/server/load.ts'
import { safeFolderName } from '#features/documents/server/file-name.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { record } from '#features/audit/server/record.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { readClientFile, type ClientFile } from './client-file.ts'
import { streamFile, streamFiles } from './stream-file.ts'

const TOO_OFTEN = 'You’ve downloaded too many files in the last hour.'
/** Limits of one download, since it is written and sent as one file. */
const MAX_CLIENTS = 1000
const MAX_BYTES = 1_000_000_000

/**
 * Opens the inspector's file of a client, and records the download.
 *
 * @throws DomainError not-found for an application that is missing or out of scope
 */
export async function openFile(
  act: CommandContext,
  id: string,
): Promise<{ reference: string; zip: Readable }> {
  requirePack(act.context.settings)
  const file = await readClientFile(act, id)
  await recordDownload(act, file)
  return { reference: file.application.reference, zip: streamFile(act, file) }
}

/**
 * Opens those of all clients onboarded in a period, each read and recorded when its turn comes. Days are yyyy-MM-dd, both
 * included.
 *
 * @throws DomainError throttled (429) after many in an hour, not-found where no client was onboarded, invalid (400) for
 * too many clients or files
 */
export async function openFiles(
  act: CommandContext,
  period: { from: string; to: string },
): Promise<Readable> {
  const { context, actor } = act
  requirePack(context.settings)
  await countWithin(context, ['export', actor.userId, TOO_OFTEN])
  const ids = await onboardedIn(act, period)
  const read = async (id: string) => {
    const file = await readClientFile(act, id).catch(nullIfMissing)
    if (file !== null) await recordDownload(act, file)
    return file
  }
  return streamFiles(act, { ids, read, period }, folderOf)
}

/** About no object: clients see events about themselves and their application (FICA, section 29). */
function recordDownload(act: CommandContext, { application, papers }: ClientFile): Promise<void> {
  const details = { applicationId: application.id, documents: papers.length }
  return record(autocommit(act), 'inspector-file.downloaded', null, details)
}

async function onboardedIn(
  { context, actor }: CommandContext,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { db } = context.database
  // South African days.
  const start = (day: string) => new Date(`${day}T00:00:00+02:00`)
  const rows = await db
    .select({ id: applications.id })
    .from(applications)
    .where(
      and(
        gte(applications.onboardedAt, start(from)),
        lt(applications.onboardedAt, start(dayAfter(to, 1))),
        inScope(actor, 'application.review'),
      ),
    )
    .orderBy(asc(applications.onboardedAt), asc(applications.id))
    .limit(MAX_CLIENTS + 1)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) throw new DomainError('not-found', 'No client was onboarded in this period.')
  const [size] = await db
    .select({ bytes: sql<string>`coalesce(sum(${documents.bytes}), 0)`.mapWith(Number) })
    .from(documents)
    .where(and(inArray(documents.applicationId, ids), isNull(documents.removedAt)))
  if (ids.length > MAX_CLIENTS || (size?.bytes ?? 0) > MAX_BYTES) {
    const message = 'These are too many files for one download. Please choose a shorter period.'
    throw new DomainError('invalid', message, { errors: [{ path: 'to', message }] })
  }
  return ids
}

function nullIfMissing(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'not-found') return null
  throw error
}

function folderOf({ application: { reference, fullName, username } }: ClientFile): string {
  return safeFolderName(`${reference} ${accountName({ fullName, username })}`)
}
