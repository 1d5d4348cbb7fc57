import { recordLongDrafts } from '#features/wizard/server/draft-edit-sessions.ts'
import { deleteOldBulkActions } from '#features/review/server/bulk/delete-old-bulk-actions.ts'
import { recordListings } from '#features/integrations/server/tokens/record-listings.ts'
import { warnOfExpiringTokens } from '#features/integrations/server/tokens/warn-of-expiry.ts'
import { checkChain } from '#features/audit/server/log/check-chain.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { updateCounters } from '#features/audit/server/log/counters.ts'
import type { Context } from '#base/server/context.ts'
import { remindOfDrafts } from '#features/accounts/server/automatic-reminders.ts'
import { todaySources } from '#app/server/today-sources.ts'
import { sendDigests } from '#features/today/server/digest.ts'
import { deleteExpiredActions } from '#features/review/server/delete-expired-actions.ts'
import { remindOfCorrections } from '#features/corrections/server/remind.ts'
import { checkChangedTasks } from '#features/due-diligence/server/check-tasks.ts'
import { refreshDueDiligence } from '#features/due-diligence/server/rating/refresh.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { screenStaff } from '#features/screening/server/screen-staff.ts'
import { eraseOldEditions } from '#features/screening/server/erase-old-editions.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { fetchUnList } from '#features/screening/server/fetch-un-list.ts'
import { loadListFiles } from '#features/screening/server/list-files.ts'
import { warnOfOldLists } from '#features/screening/server/warn-of-old-lists.ts'
import { remindOfTasks } from '#features/due-diligence/server/remind.ts'
import { eraseImportedRows } from '#features/imports/server/erase-rows.ts'
import { sendPlannedInvitations } from '#features/imports/server/send-invitations.ts'
import { runWaitingMigrations } from '#base/server/db/run-migrations.ts'
import { deleteOrphanedObjects } from '#features/documents/server/delete-orphaned-objects.ts'
import { scanWaitingFiles } from '#features/documents/server/scanning/scan-waiting.ts'
import { deleteOldNotifications } from '#features/notes/server/notifications/read.ts'
import { eraseEnded } from '#features/records/server/retention/erase-ended.ts'
import { deleteExpiredResponses } from '#features/access/server/idempotency/stored-responses.ts'
import { deleteExpiredSignIns } from '#features/sign-in/server/delete-expired-sign-ins.ts'
import { checkSsoSessions } from '#features/sso/server/check-sessions.ts'
import { stampPendingSeals } from '#features/signing/server/stamp-pending-seals.ts'
import { deleteUnconfirmedAccounts } from '#features/accounts/server/unconfirmed.ts'
import { deleteOldEvents } from '#features/integrations/server/webhooks/delete-old-events.ts'

/** A scheduled job, run by whichever server claims it first. */
export interface JobDefinition {
  /** Also its queue's name: letters, digits and hyphens. */
  name: string
  /** Schedule in South African time: minute, hour, day, month, weekday. */
  cron: string
  /** The work. It may be interrupted at any point: the next run completes it. */
  run: (context: Context) => Promise<unknown>
}

/** All scheduled jobs. */
export const jobDefinitions: readonly JobDefinition[] = [
  { name: 'sweep-sign-in', cron: '*/15 * * * *', run: deleteExpiredSignIns },
  { name: 'check-sso-sessions', cron: '* * * * *', run: checkSsoSessions },
  { name: 'lapse-registrations', cron: '*/5 * * * *', run: deleteUnconfirmedAccounts },
  { name: 'record-drafts', cron: '* * * * *', run: recordLongDrafts },
  { name: 'sweep-kept-answers', cron: '7 * * * *', run: deleteExpiredResponses },
  { name: 'sweep-held-acts', cron: '27 * * * *', run: deleteExpiredActions },
  { name: 'sweep-bulk-acts', cron: '17 3 * * *', run: deleteOldBulkActions },
  { name: 'erase-imported-rows', cron: '25 3 * * *', run: eraseImportedRows },
  { name: 'send-planned-invitations', cron: '* 7-17 * * *', run: sendPlannedInvitations },
  { name: 'extend-audit-chain', cron: '* * * * *', run: extendChain },
  { name: 'tally-audit-log', cron: '* * * * *', run: updateCounters },
  { name: 'check-newest-audit-rows', cron: '*/5 * * * *', run: (context) => checkChain(context, 'newest') },
  { name: 'check-whole-audit-log', cron: '40 2 * * *', run: (context) => checkChain(context, 'whole') },
  { name: 'scan-waiting-files', cron: '* * * * *', run: scanWaitingFiles },
  { name: 'stamp-seals', cron: '*/10 * * * *', run: stampPendingSeals },
  { name: 'erase-ended-relationships', cron: '20 3 * * *', run: eraseEnded },
  { name: 'erase-old-lists', cron: '30 3 * * *', run: eraseOldEditions },
  { name: 'remind-of-corrections', cron: '12 7-17 * * *', run: remindOfCorrections },
  { name: 'remind-of-drafts', cron: '42 7-17 * * *', run: remindOfDrafts },
  { name: 'remind-of-due-diligence', cron: '22 7-17 * * *', run: remindOfTasks },
  { name: 'refresh-due-diligence', cron: '32 6 * * *', run: refreshDueDiligence },
  { name: 'screen-clients', cron: '* * * * *', run: screenClients },
  { name: 'screen-staff', cron: '* * * * *', run: screenStaff },
  { name: 'screen-list-changes', cron: '* * * * *', run: screenListChanges },
  { name: 'load-list-files', cron: '14 * * * *', run: loadListFiles },
  { name: 'fetch-un-list', cron: '37 4 * * *', run: fetchUnList },
  { name: 'warn-of-old-lists', cron: '47 7-17 * * *', run: warnOfOldLists },
  { name: 'check-due-diligence', cron: '* * * * *', run: checkChangedTasks },
  // From 07:00 repeatedly: a server that was down at 07:00 sends them later, and each is sent once.
  { name: 'send-digests', cron: '*/5 7-23 * * *', run: (context) => sendDigests(context, todaySources) },
  { name: 'warn-of-expiring-tokens', cron: '32 7-17 * * *', run: warnOfExpiringTokens },
  { name: 'record-listings', cron: '*/5 * * * *', run: recordListings },
  { name: 'sweep-webhooks', cron: '40 3 * * *', run: deleteOldEvents },
  { name: 'sweep-notifications', cron: '50 3 * * *', run: deleteOldNotifications },
  { name: 'take-waiting-steps', cron: '23 * * * *', run: ({ keeper }) => runWaitingMigrations(keeper.pool) },
  {
    name: 'sweep-objects',
    cron: '2-59/15 * * * *',
    run: (context) => deleteOrphanedObjects(context, context.now()),
  },
]
