import { sql } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { Answers, AnswerName } from '#features/applications/rules/wizard/answers.ts'
import type { SavedField } from '#features/applications/rules/audit-events.ts'
import { mergeAnswers } from '#features/applications/rules/wizard/merge.ts'
import { changedPaths, isOpen } from '#features/applications/rules/round/open-paths.ts'
import type { BrandingSettings } from '#features/brand/server/branding.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { entryOf, type AuditEntry } from '#features/audit/server/record.ts'
import { auditRows, withAudit } from '#features/audit/server/with-audit.ts'
import { notAskedFor, openIn, type Round } from '#features/applications/server/record/asked-round.ts'
import type { ApplicationRow } from '#features/applications/server/record/application-row.ts'
import type { IsCurrent } from '#base/server/http/etag.ts'
import { namedStatement } from '#base/server/db/named-statement.ts'
import { applications } from '#features/access/schema/tables.ts'
import { removeDocuments } from '#features/documents/server/commands.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import { isAllowedNow } from '#features/access/server/permission.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { mergeConfirmations, type MergedConfirmations } from './confirmations.ts'
import { documentsLeftOut } from './document-lists.ts'
import {
  endedSessions,
  endSessions,
  isBurstOfSaves,
  storeDraft,
  storeDraftInTurn,
} from './draft-edit-sessions.ts'
import { seenRow, unlockedSeenRow, type FindSeen } from './seen-row.ts'
import { applicationOfClient, type ApplicationView, type SeenApplication } from './queries.ts'
import { storedAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'

type SaveBody = ParsedInput<'PUT /api/application'>['body']

/** The context of a save. */
type Saving = CommandContext<Actor, 'database' | 'keyring'> & {
  context: { settings: { branding: Pick<BrandingSettings, 'termsUrl' | 'privacyUrl'> } }
}

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

/** A real user in two tabs does not lose that often against their own saves. */
const MAX_ROUNDS = 20

type SaveValue =
  | 'id'
  | 'revision'
  | 'answers'
  | 'idNumberHash'
  | 'confirmations'
  | 'currentStep'
  | 'version'
  | 'updatedAt'
  | 'auditRows'

/**
 * Stores the change with its audit rows, after those of the editing session that it ends, if the row is unchanged since
 * it was read.
 */
const storeSaveIn = (name: string, found: FindSeen) =>
  namedStatement<SaveValue>(name, (value) =>
    withAudit(
      sql`update ${applications} set
      answers = ${value('answers')}::jsonb,
      id_number_hash = ${value('idNumberHash')}::bytea,
      confirmations = ${value('confirmations')}::jsonb,
      current_step = ${value('currentStep')},
      version = ${value('version')},
      updated_at = ${value('updatedAt')}
    where ${found(value)}
    returning id`,
      value('auditRows'),
      {
        also: endSessions(sql`application_id in (select id from changed)`),
        before: endedSessions,
      },
    ),
  )

/** One round trip and transaction, which does not wait for locks. */
const storeSave = storeSaveIn('save_application', unlockedSeenRow)
/** The same in a transaction that waits for locks. */
const storeSaveInTurn = storeSaveIn('save_application_in_turn', seenRow)

/**
 * Saves a client's input: fields are merged, documents omitted from a list are removed, confirmations keep their times,
 * and changed answers reset `accurate`.
 * Only changed answers make a new version. Locking is optimistic: if the row has changed or is locked since it was
 * read, it is read and merged again, and stored in a transaction that re-checks the session before it commits.
 *
 * @param seen the application as read with the session
 * @returns the application as it is now
 * @throws DomainError stale (412) where another save came first, conflict (409) once the application is submitted,
 * except for what a correction request asks for
 */
export async function saveApplication(
  act: Saving,
  { seen, ...save }: Save & { seen: SeenApplication },
): Promise<ApplicationView> {
  let current = seen
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const outcome = outcomeOf(act, current, save)
    if (outcome === null) return current
    if (await store(act, current, save, { outcome, inTurn: round > 0 })) return afterwards(current, outcome)
    current = await applicationOfClient(act.context, act.actor.userId)
  }
  throw outdated()
}

/** The result of the save; null where it changes nothing. */
function outcomeOf(
  { actor, context, now }: Saving,
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

/** @returns false where the application has changed since it was read; then nothing was stored */
async function store(
  act: Saving,
  { application: { id, answers: before }, revision, encrypted, asked }: SeenApplication,
  save: Save,
  { outcome, inTurn }: { outcome: Outcome; inTurn: boolean },
): Promise<boolean> {
  const { context, actor, origin } = act
  const { database, keyring } = context
  const { saved, answers, leftOut } = outcome
  const change = {
    id,
    revision,
    ...saved,
    ...storedAnswers(keyring, id, answers, { encrypted, answers: before }),
  }
  if (asked === null && (await isRecordedLater(actor, save, outcome))) {
    const session = { ip: origin.ip, actorId: actor.userId, actorRole: actor.role, fields: fieldsOf(outcome) }
    const values = { ...change, ...session }
    if (!inTurn) return (await storeDraft.run(database, values)) > 0
    return inTransaction(act, async ({ tx }) => (await storeDraftInTurn.runIn(tx, values)) > 0)
  }
  const values = { ...change, auditRows: auditRows(entriesOf(act, id, outcome)) }
  if (leftOut.length === 0 && !inTurn) return (await storeSave.run(database, values)) > 0
  return inTransaction(act, async (work) => {
    if ((await storeSaveInTurn.runIn(work.tx, values)) === 0) return false
    await removeDocuments(work, leftOut)
    return true
  })
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

function entriesOf(act: Saving, id: string, outcome: Outcome): AuditEntry[] {
  const { saved, confirmed } = outcome
  const { version, currentStep } = saved
  const save = entryOf(act, 'application.saved', id, { version, fields: fieldsOf(outcome), currentStep })
  return confirmed.changed ? [save, entryOf(act, 'application.confirmed', id, confirmed.details)] : [save]
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
