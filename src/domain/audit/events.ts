import type { StepName } from '#domain/applications/lifecycle/reopening.ts'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { ExportFormat } from '#domain/applications/review/list.ts'
import type { CheckDecision } from '#domain/applications/review/checks.ts'
import type { CheckName } from '#domain/applications/warnings.ts'
import type { AnswerName } from '#domain/applications/wizard/answers.ts'
import type { DocumentKindName } from '#domain/documents/kinds.ts'
import type { RoundState, Verdict } from '#domain/corrections/rounds.ts'
import type { SealLevel } from '#domain/signing/signables.ts'
import type { Role } from '#domain/users/roles.ts'

/** What a save changed: answers, or that some given beforehand were looked at. */
export type SavedField = AnswerName | 'checkedDefaults'

/**
 * Everything that the audit log records, and what is kept of each. Details name fields and never hold their
 * values: the log outlives the data.
 */
export interface AuditDetails {
  /** `secondFactor` is left out where the sign-in asked for none. */
  'session.signed-in': { temporaryPassword: boolean; secondFactor?: 'code' | 'recovery-code' }
  /** The password was right; the sign-in waits for the second factor. */
  'session.second-factor-asked': Record<string, never>
  'session.sign-in-failed': {
    username: string
    reason:
      | 'wrong-password'
      | 'unknown-user'
      | 'deactivated'
      | 'throttled'
      | 'temporary-password-used'
      | 'temporary-password-expired'
      | 'wrong-code'
  }
  'address.became-suspicious': { failures: number }
  /** `address` is what was counted under: an IPv4 address, or a network of IPv6. */
  'address.cleared': { address: string; wasBlocked: boolean }
  'session.signed-out': Record<string, never>
  /** Somebody ended sessions of their own; `others`: all but the one that it was done in. */
  'session.ended': { which: 'one' | 'others'; sessions: number }
  'second-factor.enrolled': Record<string, never>
  'second-factor.removed': Record<string, never>
  'second-factor.reset': Record<string, never>
  'second-factor.recovery-codes-renewed': Record<string, never>
  'own-data.downloaded': { documents: number }
  /** Their application on paper. */
  'own-summary.downloaded': Record<string, never>
  'second-factor.change-failed': { reason: 'wrong-password' | 'wrong-code' }
  'password.changed': Record<string, never>
  'password.change-failed': { reason: 'wrong-password' }
  'password.reset-requested': { username: string; known: boolean }
  'user.created': { role: Role; by: 'registration' | 'invitation' | 'administrator' | 'command' | 'seed' }
  /** `wealthManagerId` is null for the staff. */
  'user.invited': { wealthManagerId: string | null }
  /** By its owner, who had the link that was mailed to the address. */
  'user.address-confirmed': Record<string, never>
  /** The link that confirms the address was mailed once more. */
  'user.confirmation-mailed': Record<string, never>
  'user.role-changed': { from: Role; to: Role }
  /** The name of a staff account. */
  'user.renamed': { by: 'owner' | 'administrator' }
  /** What a client is called, by staff. */
  'user.name-corrected': Record<string, never>
  /** Staff gave an account a new address, or its owner asked for one; it waits to be confirmed. */
  'user.address-change-asked': Record<string, never>
  /** The owner of a staff account asked for a new address with a wrong password. */
  'user.address-change-failed': { reason: 'wrong-password' }
  /** `by`: staff or the owner who took it back, or the link in the mail to the address of before. */
  'user.address-change-stopped': { by: 'staff' | 'owner' | 'link' }
  /** `by`: the client or the owner of a staff account, by the link in the mail to the new one, or staff, for who had never signed in. */
  'user.address-changed': { by: 'client' | 'owner' | 'staff' }
  /** The number that a manager's clients see; `given`: whether there is one now. */
  'user.phone-changed': { given: boolean }
  /** An earlier version of a manager's FAIS document is the current one again; `replaced` was it until then. */
  'user.fais-document-restored': { documentId: string; replaced: string }
  'user.manager-changed': { from: string | null; to: string | null }
  'user.deactivated': Record<string, never>
  'user.reactivated': Record<string, never>
  /** `why`: what registered and was not confirmed goes by itself, or makes way for who is invited under its address. */
  'user.deleted': { role: Role; why?: 'not-confirmed' | 'invited' }
  /** By one of the staff. */
  'user.password-reset': Record<string, never>
  'user.signed-out-everywhere': { sessions: number }
  'application.created': Record<string, never>
  'application.manager-changed': { from: string | null; to: string | null }
  'application.saved': { version: number; fields: SavedField[]; currentStep: string | null }
  /** A stretch of saves by themselves while somebody typed: how many, since when, and what they changed. */
  'application.draft-saved': {
    version: number
    fields: SavedField[]
    currentStep: string | null
    saves: number
    since: string
  }
  /** A job wrote answers that were stored as they had been typed in the spelling that is stored now. */
  'application.normalised': { fields: AnswerName[] }
  'application.confirmed': { confirmed: string[]; withdrawn: string[]; wording: string }
  /** Everything in it was shown to staff. */
  'application.read': Record<string, never>
  /** The same went to the browser of somebody who looked at the one before it in a list: it was not shown yet. */
  'application.fetched-ahead': Record<string, never>
  /** How many views of their list somebody keeps now, and how many of these the firm shares. */
  'views.kept': { views: number; shared: number }
  'application.downloaded': { documents: number }
  'application.reminded': Record<string, never>
  /** Before its mail left. */
  'application.reminder-taken-back': Record<string, never>
  'annual-review.taken-back': { act: 'notified' | 'completed' }
  'correction.taken-back': { act: 'asked' | 'withdrawn' }
  /** A list of them was taken away. `filters` names what it was narrowed by, and to what; of a search that there was one. */
  'applications.exported': { format: ExportFormat; filters: string[] }
  /** What came of it: how many applications left. `whole` is false where it broke off. */
  'applications.export-ended': { format: ExportFormat; rows: number; whole: boolean }
  /** Somebody looked for a client by the number of an identity document, which nothing keeps; `found`: how many there were. */
  'applications.found-by-number': { found: number }
  /** The same was asked for many at once: each of them has a row of its own of what became of it. */
  'applications.bulk-act-begun': { act: string; bulkActId: string; applications: number }
  /** Before anything of it was done. */
  'applications.bulk-act-called-off': { act: string; bulkActId: string; applications: number }
  'annual-review.notified': Record<string, never>
  'annual-review.completed': Record<string, never>
  'application.status-changed': { action: StepName; from: ApplicationStatus; to: ApplicationStatus }
  /** Staff's basket: what is to be asked for, by the paths of answers and the ids of documents. */
  'correction.noted': { subject: string }
  'correction.struck-off': { subject: string }
  /** `round` counts from 1 for each application. */
  'correction.asked': { round: number; subjects: string[] }
  'correction.replied': { round: number; subject: string }
  'correction.answered': { round: number; subjects: string[] }
  'correction.judged': { round: number; subject: string; verdict: Verdict }
  'correction.closed': { round: number; as: RoundState }
  'correction.reminded': { round: number; reminder: number }
  /** `subject`: the path of an answer, the id of a document, or the application. What it says stands nowhere here. */
  /** Staff decided on a check of an answer; the reason is not in the log. */
  'check.settled': { settlementId: string; path: string; check: CheckName; decision: CheckDecision }
  'check.reopened': { settlementId: string; path: string; check: CheckName }
  'note.written': { noteId: string; subject: string }
  'note.edited': { noteId: string; version: number }
  /** Somebody chose what they are not told of. */
  'notifications.chosen': { off: string[] }
  'document.registered': { documentId: string; kind: DocumentKindName; sha256: string; bytes: number }
  /** `documentId` is null where the file was refused before it became a document. */
  'document.infected': { documentId: string | null; kind: DocumentKindName; sha256: string; virus: string }
  /** Another one took its place in a round of corrections; it is kept. */
  'document.superseded': { documentId: string; by: string; kind: DocumentKindName }
  'document.removed': { documentId: string; kind: DocumentKindName }
  /** Its removal was undone. */
  'document.restored': { documentId: string; kind: DocumentKindName }
  /** Signed on the screen: which document of the firm, in which version, became which sealed one. */
  'document.signed': {
    documentId: string
    signedDocumentId: string
    version: number
    sha256: string
    wording: string
    level: SealLevel
  }
  /** The seal of a signed document got its independent time-stamp later: the SHA-256 of the file as it is kept since. */
  'document.time-stamped': { documentId: string; sha256: string }
  /** `documentId` is of what was to be signed. */
  'document.sign-failed': { documentId: string; reason: 'wrong-password' | 'encrypted' }
  /** By anybody, on the public page. `documentId` is null unless it is one that is kept. */
  'document.verified': { documentId: string | null; verdict: 'intact' | 'changed' | 'foreign' }
  /** Sent to a page that shows it before the reader has chosen it: it does not count as opened. */
  'document.fetched-ahead': { documentId: string; kind: DocumentKindName }
  'document.read': { documentId: string; kind: DocumentKindName }
  /** No further attempt is made to send it: refused for good, or tried for days. About the user it was for. */
  'mail.given-up': { template: string; attempts: number }
  /** Everything that was kept of a client whose relationship ended on that day; `objectId` leads to nobody any more. */
  'client.erased': { endedOn: string; documents: number }
  'encryption-keys.rotated': { keyId: string; resealed: number }
  'encryption-keys.retired': { keyIds: string[] }
  /** `takenAt` is the moment that everything in it is as of. */
  'backup.taken': { takenAt: string; files: number; missing: number }
  'backup.restored': { takenAt: string; files: number }
  'fais-letter.downloaded': { documentId: string; sha256: string }
  /** A client asked for a letter that there is none of. About the manager, or the client where none is assigned. */
  'fais-letter.missed': Record<string, never>
  /** `filters` names what the export was narrowed by, never to whom. */
  'audit-log.exported': { filters: string[] }
  /** The first row that is not as it was written, and what is wrong with it. */
  'audit-log.found-altered': { eventId: number; reason: string }
}

export type AuditAction = keyof AuditDetails
