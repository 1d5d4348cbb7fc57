import { eq, sql } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { Answers, AnswerName } from '#features/applications/rules/wizard/answers.ts'
import type { SavedField } from '#features/applications/rules/audit-events.ts'
import { mergeAnswers } from '#features/applications/rules/wizard/merge.ts'
import { changedPaths, isOpen } from '#features/applications/rules/round/open-paths.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { entryOf, type AuditEntry } from '#features/audit/server/record.ts'
import { auditRows, withAudit } from '#features/audit/server/with-audit.ts'
import { notAskedFor, openIn, type Round } from '#features/applications/server/record/asked-round.ts'
import type { ApplicationRow } from '#features/applications/server/record/application-row.ts'
import type { IsCurrent } from '#base/server/http/etag.ts'
import { applications } from '#features/access/schema/tables.ts'
import { namedStatement } from '#base/server/db/named-statement.ts'
import { prepareOnce } from '#base/server/db/prepare-once.ts'
import { removeDocuments } from '#features/documents/server/commands.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { isAllowedNow } from '#features/access/server/permission.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { mergeConfirmations, type MergedConfirmations } from './confirmations.ts'
import { documentsLeftOut } from './document-lists.ts'
import { endedSessions, endSessions, isBurstOfSaves, storeDraft } from './draft-edit-sessions.ts'
import { applicationOfClient, type ApplicationView, type SeenApplication } from './queries.ts'
import { storedAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

type SaveBody = ParsedInput<'PUT /api/application'>['body']

interface Save {
  body: SaveBody
  /** Whether the client saw the current version; undefined without If-Match. */
  isCurrent: IsCurrent | undefined
  /** Autosaved while the client types. */
  draft: boolean
}

/** The changes that a save will write. */
interface Outcome {
  saved: Pick<ApplicationRow, 'currentStep' | 'confirmations' | 'version' | 'updatedAt'>
  answers: Answers
  changed: AnswerName[]
  checked: boolean
  confirmed: MergedConfirmations
  leftOut: DocumentRow[]
}

const lockOwn = prepareOnce((db) =>
  db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.userId, sql.placeholder('userId')))
    .for('update')
    .prepare('lock_application_of_client'),
)

/** Stores the change with its audit rows, after those of the editing session that it ends. */
const storeSave = namedStatement<
  'id' | 'answers' | 'idNumberHash' | 'confirmations' | 'currentStep' | 'version' | 'updatedAt' | 'auditRows'
>('save_application', (value) =>
  withAudit(
    sql`update ${applications} set
      answers = ${value('answers')}::jsonb,
      id_number_hash = ${value('idNumberHash')}::bytea,
      confirmations = ${value('confirmations')}::jsonb,
      current_step = ${value('currentStep')},
      version = ${value('version')},
      updated_at = ${value('updatedAt')}
    where id = ${value('id')}
    returning id`,
    value('auditRows'),
    {
      also: endSessions(sql`application_id in (select id from changed)`),
      before: endedSessions,
    },
  ),
)

/**
 * Saves a client's input: fields are merged, documents omitted from a list are removed, confirmations keep their times,
 * and changed answers reset `accurate`. Only changed answers make a new version. The lock of the application serialises
 * its saves.
 *
 * @returns the application as it is now
 * @throws DomainError stale (412) where another save came first, conflict (409) once the application is submitted,
 * except for what a correction request asks for
 */
export async function saveApplication(act: CommandContext, save: Save): Promise<ApplicationView> {
  return inTransaction(act, async (work) => {
    const { tx, actor } = work
    await lockOwn(tx).execute({ userId: actor.userId })
    const { keyring } = work.context
    const seen = await applicationOfClient({ keyring, database: { db: tx } }, actor.userId)
    const outcome = outcomeOf(work, seen, save)
    if (outcome === null) return seen
    await store(work, seen, save, outcome)
    return afterwards(seen, outcome)
  })
}

/** The result of the save; null where it changes nothing. */
function outcomeOf(
  { actor, context, now }: TransactionContext,
  { application, documents, asked }: ApplicationView,
  { body, isCurrent }: Save,
): Outcome | null {
  const round = openFor(actor, application, asked)
  if (isCurrent?.(application) === false) throw outdated()
  const { currentStep = application.currentStep, confirmations: ticked = {}, ...patch } = body
  const { answers, changed, checked } = mergeAnswers(application.answers, patch)
  const { termsUrl: terms, privacyUrl: privacy } = context.settings.branding
  const confirmed = mergeConfirmations(application.confirmations, ticked, changed.length > 0, {
    now,
    links: { terms, privacy },
  })
  const leftOut = documentsLeftOut(context.keyring, documents, body)
  if (round !== null) {
    const moved = currentStep === application.currentStep ? [] : ['currentStep']
    const seen = checked ? ['checkedDefaults'] : []
    const beside = [...Object.keys(ticked).map((name) => `confirmations.${name}`), ...moved, ...seen]
    refuseBeside(round, [...changedPaths(application.answers, answers), ...beside], leftOut)
  }
  const contentChanged = changed.length > 0 || confirmed.changed || leftOut.length > 0
  if (!contentChanged && !checked && currentStep === application.currentStep) return null
  const saved = {
    currentStep,
    confirmations: confirmed.record,
    version: application.version + (contentChanged ? 1 : 0),
    updatedAt: now,
  }
  return { saved, answers, changed, checked, confirmed, leftOut }
}

/** The changed fields as audited. */
function fieldsOf({ changed, checked }: Pick<Outcome, 'changed' | 'checked'>): SavedField[] {
  return checked ? [...changed, 'checkedDefaults'] : changed
}

async function store(
  work: TransactionContext,
  { application: { id, answers: before }, encrypted, asked }: SeenApplication,
  save: Save,
  outcome: Outcome,
): Promise<void> {
  const { tx, context, actor, origin } = work
  const { saved, answers, leftOut } = outcome
  const change = {
    id,
    ...saved,
    ...storedAnswers(context.keyring, id, answers, { encrypted, answers: before }),
  }
  if (asked === null && (await isRecordedLater(actor, save, outcome))) {
    const session = { ip: origin.ip, actorId: actor.userId, actorRole: actor.role, fields: fieldsOf(outcome) }
    await storeDraft.runIn(tx, { ...change, ...session })
    return
  }
  await storeSave.runIn(tx, { ...change, auditRows: auditRows(entriesOf(work, id, outcome)) })
  await removeDocuments(work, leftOut)
}

/** Whether the save belongs to an editing session or a burst, which are audited later. */
async function isRecordedLater(
  { userId }: Actor,
  { draft, body }: Save,
  { confirmed, leftOut }: Outcome,
): Promise<boolean> {
  if (confirmed.changed || leftOut.length > 0) return false
  return draft ? body.currentStep === undefined : isBurstOfSaves(userId)
}

function entriesOf(work: TransactionContext, id: string, outcome: Outcome): AuditEntry[] {
  const { saved, confirmed } = outcome
  const { version, currentStep } = saved
  const save = entryOf(work, 'application.saved', id, { version, fields: fieldsOf(outcome), currentStep })
  return confirmed.changed ? [save, entryOf(work, 'application.confirmed', id, confirmed.details)] : [save]
}

function afterwards(seen: ApplicationView, { saved, answers, leftOut }: Outcome): ApplicationView {
  return {
    ...seen,
    application: { ...seen.application, ...saved, answers },
    documents: seen.documents.filter((document) => !leftOut.includes(document)),
    storedDocuments: seen.storedDocuments.filter((document) => !leftOut.includes(document)),
  }
}

/** The correction request that limits changes; null for a draft, which is fully editable. */
function openFor(actor: Actor, application: ApplicationRow, asked: Round | null): Round | null {
  if (isAllowedNow(actor, 'application.edit', application)) return null
  if (asked !== null && isAllowedNow(actor, 'correction.answer', application)) return asked
  throw new DomainError(
    'conflict',
    'Your application has been submitted and can no longer be changed. Please contact us if something is wrong.',
    {
      code: 'not-editable',
    },
  )
}

/** @throws DomainError not-open (409) naming changes that were not requested */
function refuseBeside(round: Round, changed: readonly string[], leftOut: readonly DocumentRow[]): void {
  const open = openIn(round)
  const beside = changed.filter((path) => !isOpen(path, open))
  if (beside.length > 0 || leftOut.length > 0) throw notAskedFor(round, beside)
}

function outdated(): DomainError {
  return new DomainError(
    'stale',
    'Your application has since been changed in another tab or on another device. Please load it again.',
    {
      code: 'version-conflict',
    },
  )
}
