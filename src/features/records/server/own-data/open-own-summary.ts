import { applicationOfClient } from '#features/wizard/server/queries.ts'
import { record } from '#features/audit/server/record.ts'
import { openSummary } from '#features/records/server/download/make-summary.ts'
import { signaturesOf } from '#features/signing/server/queries.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { readByOwner } from './read-by-owner.ts'

const TOO_MANY = 'You’ve downloaded your application too often.'

/**
 * Renders a client's own application as the PDF that staff file, and records the download.
 *
 * @throws DomainError not-found for a client without an application, throttled (429) after many in an hour
 */
export async function openOwnSummary(act: CommandContext): Promise<{ reference: string; summary: Buffer }> {
  const { context, actor } = act
  await countWithin(context, ['ownSummary', actor.userId, TOO_MANY])
  const view = await applicationOfClient(context, actor.userId)
  await record(autocommit(act), 'own-summary.downloaded', view.application.id, {})
  const application = readByOwner(context, view, actor.username)
  const documents = view.storedDocuments
  const signatures = await signaturesOf(
    context.database.db,
    documents.map(({ id }) => id),
  )
  const draw = await openSummary(act, { application, documents, signatures })
  return { reference: application.reference, summary: await draw() }
}
