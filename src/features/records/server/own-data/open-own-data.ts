import { Readable } from 'node:stream'
import { pluralOf } from '#features/applications/rules/documents/kinds.ts'
import { isUnreadable } from '#base/rules/files/safety.ts'
import { streamArchive } from '#features/records/server/download/archive.ts'
import { correctionPdfs } from '#features/records/server/download/correction-pdfs.ts'
import { tasksOfClient } from '#features/due-diligence/server/own-data.ts'
import { roundsOfClient } from '#features/corrections/server/view.ts'
import { openSummary } from '#features/records/server/download/make-summary.ts'
import { applicationOfClient } from '#features/wizard/server/queries.ts'
import { signaturesOf } from '#features/signing/server/queries.ts'
import { record } from '#features/audit/server/record.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { readByOwner } from './read-by-owner.ts'
import {
  accountRecord,
  activityRecords,
  applicationRecord,
  mailRecords,
  signatureRecords,
} from './records.ts'
import { startPage } from './start-page.ts'

const TOO_MANY = 'You’ve downloaded your data too often.'

/**
 * Opens all data about a client as one ZIP (POPIA, section 23), and records the download: account, application,
 * documents, signatures, mails, and activity. It is streamed, however large it is.
 *
 * @throws DomainError not-found for a client without an application, throttled (429) after several in an hour
 */
export async function openOwnData(act: CommandContext): Promise<Readable> {
  const { context, actor, now } = act
  const { userId, username } = actor
  await countWithin(context, ['ownData', userId, TOO_MANY])
  const view = await applicationOfClient(context, userId)
  const { application, storedDocuments: documents } = view
  await record(autocommit(act), 'own-data.downloaded', userId, { documents: documents.length })
  const read = readByOwner(context, view, username)
  const signatures = await signaturesOf(
    context.database.db,
    documents.map(({ id }) => id),
  )
  const rounds = await roundsOfClient(context, view)
  const tasks = await tasksOfClient(context, application, now)
  const records = [
    { name: 'account.json', content: once(() => accountRecord(context, userId)) },
    { name: 'application.json', content: once(() => applicationRecord(context, view)) },
    { name: 'corrections.json', content: list(rounds) },
    ...correctionPdfs(act, read, rounds),
    ...(tasks.length === 0 ? [] : [{ name: 'due-diligence.json', content: list(tasks) }]),
    { name: 'signatures.json', content: once(() => signatureRecords(context, userId)) },
    { name: 'mails.json', content: list(mailRecords(context, username)) },
    { name: 'activity.json', content: list(activityRecords(context, actor, application.id)) },
  ]
  const folders = documents
    .filter(({ virusScan }) => !isUnreadable(virusScan))
    .map(({ kind }) => pluralOf(kind))
  const { firmName } = context.settings.branding
  return streamArchive(context, {
    applicationId: application.id,
    documents,
    signatures,
    firstPage: startPage({ firmName, username, folders, files: records.map(({ name }) => name), now }),
    summary: await openSummary(act, { application: read, documents, signatures }),
    records,
    now,
  })
}

/** One JSON object, read when its turn comes. */
function once(read: () => Promise<object>): Readable {
  async function* write() {
    yield `${JSON.stringify(await read(), null, 2)}\n`
  }
  return Readable.from(write(), { objectMode: false })
}

/** A JSON array, streamed. */
function list(records: AsyncIterable<object> | Iterable<object>): Readable {
  async function* write() {
    let separator = '[\n'
    for await (const one of records) {
      yield `${separator}${JSON.stringify(one)}`
      separator = ',\n'
    }
    yield separator === '[\n' ? '[]\n' : '\n]\n'
  }
  return Readable.from(write(), { objectMode: false })
}
