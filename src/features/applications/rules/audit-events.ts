import type { AnswerName } from './wizard/answers.ts'
import { clientEvent, event } from '#features/audit/rules/event.ts'
import type { StepName } from './lifecycle/reopening.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { CheckDecision } from '#features/review/rules/checks.ts'
import type { ExportFormat } from '#base/rules/api/list.ts'
import type { CheckName } from './warnings.ts'

/** What a save changed: answers, or confirmations of default answers. */
export type SavedField = AnswerName | 'checkedDefaults'

export const applicationsEvents = {
  'application.created': clientEvent('Application created', 'applications'),
  'application.manager-changed': clientEvent<{ from: string | null; to: string | null }>(
    'Application reassigned to another wealth manager',
    'applications',
  ),
  /** Created from a row of a file, with this status. */
  'application.imported': clientEvent<{ importId: string; status: ApplicationStatus }>(
    'Application imported',
    'applications',
  ),
  'application.saved': clientEvent<{ version: number; fields: SavedField[]; currentStep: string | null }>(
    'Answers saved',
    'applications',
  ),
  /** Autosaves of one editing session: number, start, and changed fields. */
  'application.draft-saved': clientEvent<{
    version: number
    fields: SavedField[]
    currentStep: string | null
    saves: number
    since: string
  }>('Answers saved while typing', 'applications'),
  /** A job normalised stored answers by today's rules. */
  'application.confirmed': clientEvent<{ confirmed: string[]; withdrawn: string[]; wording: string }>(
    'Statements confirmed',
    'applications',
  ),
  /** All of it was shown to staff. */
  'application.read': clientEvent('Application viewed', 'views'),
  /** Prefetched by a list for staff: not shown yet. */
  'application.fetched-ahead': event('Application prefetched', 'applications'),
  /** Number of the user's saved views. */
  'views.kept': event<{ views: number }>('Saved views changed', 'accounts'),
  'application.downloaded': clientEvent<{ documents: number }>('All documents downloaded', 'views'),
  'application.reminders-stopped': event('Automatic reminders stopped', 'applications'),
  'application.reminders-started': event('Automatic reminders started again', 'applications'),
  'application.reminded': clientEvent('Reminder sent', 'applications'),
  /** Before its mail was sent. */
  'application.reminder-taken-back': event('Reminder undone before it was sent', 'applications'),
  /** A list was exported. `filters` names the filters and values; for a search only that there was one. */
  'applications.exported': event<{ format: ExportFormat; filters: string[] }>(
    'Application list exported',
    'views',
  ),
  /** Result of an export: number of applications; `whole` is false if it was interrupted. */
  'applications.export-ended': event<{ format: ExportFormat; rows: number; whole: boolean }>(
    'Application export finished',
    'applications',
  ),
  /** A search by identity document number, which is not stored; `found`: number of matches. */
  'applications.found-by-number': event<{ found: number }>('Client searched by ID number', 'views'),
  /** A bulk action was requested; each application has its own event with the outcome. */
  'applications.bulk-act-begun': event<{ act: string; bulkActId: string; applications: number }>(
    'Bulk action started',
    'applications',
  ),
  /** Before any of it was executed. */
  'applications.bulk-act-called-off': event<{ act: string; bulkActId: string; applications: number }>(
    'Bulk action cancelled',
    'applications',
  ),
  'application.status-changed': clientEvent<{
    action: StepName
    from: ApplicationStatus
    to: ApplicationStatus
  }>('Application status changed', 'applications'),
  /** `subject`: an answer's path, a document's id, or the application. The text is not in the log. */
  /** A staff decision on a check; the reason is not in the log. */
  'check.settled': event<{ settlementId: string; path: string; check: CheckName; decision: CheckDecision }>(
    'Check settled',
    'applications',
  ),
  'check.reopened': event<{ settlementId: string; path: string; check: CheckName }>(
    'Check reopened',
    'applications',
  ),
  /** A document proves an answer, and no longer does. */
  'check.proved': event<{ settlementId: string; path: string; documentId: string }>(
    'Answer confirmed by a document',
    'applications',
  ),
  'check.proof-withdrawn': event<{ settlementId: string; path: string; documentId: string }>(
    'Confirmation by a document removed',
    'applications',
  ),
  /** Lists that a program read within an hour. */
  'applications.listed': event<{ pages: number; rows: number }>('Applications listed by a program', 'views'),
}
