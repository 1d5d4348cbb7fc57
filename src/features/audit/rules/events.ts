import type { StepName } from '#features/applications/rules/lifecycle/reopening.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { ExportFormat } from '#base/rules/api/list.ts'
import type { CheckDecision } from '#features/review/rules/checks.ts'
import type { CheckName } from '#features/applications/rules/warnings.ts'
import type { AnswerName } from '#features/applications/rules/wizard/answers.ts'
import type { FactorName } from '#features/due-diligence/rules/rating/factors.ts'
import type { RiskLevel } from '#features/due-diligence/rules/rating/levels.ts'
import type { ApprovalDecision, ApprovalKind, WithdrawalReason } from '#features/approvals/rules/approvals.ts'
import type { HoldReason } from '#features/due-diligence/rules/retention-holds.ts'
import type { PaperName } from '#features/due-diligence/rules/papers.ts'
import type { TaskName, VerificationMethod } from '#features/due-diligence/rules/tasks.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import type { RoundState, Verdict } from '#features/applications/rules/round/rounds.ts'
import type { HitState, HitVerdict } from '#features/screening/rules/hits.ts'
import type { ListSource } from '#features/screening/rules/lists.ts'
import type { SealLevel } from '#features/signing/rules/signables.ts'
import type { WordedMail } from '#features/brand/rules/wording.ts'
import type { FirmSection } from '#features/brand/rules/sections.ts'
import type { TokenScope } from '#features/integrations/rules/scopes.ts'
import type { AddressGap } from '#features/sso/rules/claims.ts'
import type { LinkedHow } from '#features/sso/rules/link.ts'
import type { SsoRejection } from '#features/sso/rules/rejections.ts'
import type { RoleRetained } from '#features/sso/rules/role.ts'
import type { Role } from '#features/access/rules/roles.ts'

/** Why the proof of a signed-in user was rejected. */
export type ProofFailure = 'wrong-password' | 'wrong-code' | 'wrong-passkey' | 'not-fresh'

/** What a save changed: answers, or confirmations of default answers. */
export type SavedField = AnswerName | 'checkedDefaults'

/** All audit events and their details. Details name fields and never hold their values: the log outlives the data. */
export interface AuditDetails {
  /** `secondFactor` is missing where the sign-in needed none. */
  'session.signed-in': {
    temporaryPassword: boolean
    secondFactor?: 'code' | 'recovery-code' | 'provider' | 'passkey'
    by?: 'sso' | 'passkey' | 'break-glass'
    /** The name of the provider of single sign-on. */
    provider?: string
  }
  /** The password was correct; the second factor is pending. */
  'session.second-factor-asked': Record<string, never>
  'session.sign-in-failed': {
    username: string
    reason:
      | 'wrong-password'
      | 'unknown-user'
      | 'deactivated'
      | 'throttled'
      | 'unknown-invitation'
      | 'temporary-password-used'
      | 'temporary-password-expired'
      | 'wrong-code'
      | 'wrong-passkey'
      /** The password was correct, and the firm requires single sign-on. */
      | 'sso-required'
  }
  'address.became-suspicious': { failures: number }
  /** `address`: the rate limit key, an IPv4 address or an IPv6 network. */
  'address.cleared': { address: string; wasBlocked: boolean }
  'session.signed-out': Record<string, never>
  /** A provider of single sign-on signed a user out. */
  'session.ended-by-provider': { provider: string; sessions: number; how: 'logout' | 'check' }
  'passkey.added': Record<string, never>
  'passkey.renamed': Record<string, never>
  'passkey.removed': Record<string, never>
  'passkey.change-failed': { reason: ProofFailure }
  /** `counter`: it went back, so the passkey may have been copied. */
  'passkey.refused': { reason: 'unknown' | 'counter' | 'not-valid' | 'used' }
  /** A staff account was linked to a person at a provider. */
  'sso.linked': { provider: string; how: LinkedHow }
  'sso.unlinked': { provider: string; by: 'owner' | 'administrator' }
  'sso.unlink-failed': { reason: ProofFailure }
  /** A sign-in at a provider that opened no account; `missing` names the claim or domain. */
  'sso.refused': { provider: string; reason: SsoRejection; missing?: AddressGap }
  /** The provider's role was not taken over. */
  'sso.role-kept': { provider: string; wanted: Role | null; why: RoleRetained }
  /** A system administrator allowed linking without a password, or withdrew that. */
  'sso.linking-opened': { open: boolean }
  /** A user ended their own sessions; `others`: all but the current one. */
  'session.ended': { which: 'one' | 'others'; sessions: number }
  /** `is` is missing for an authenticator. */
  'second-factor.enrolled': { is?: 'passkey' }
  /** `stillOn`: the owner's passkeys remain as second factor. */
  'second-factor.removed': { is?: 'passkey'; stillOn?: true }
  'second-factor.reset': Record<string, never>
  'second-factor.recovery-codes-renewed': Record<string, never>
  'own-data.downloaded': { documents: number }
  /** The client's own application as a PDF. */
  'own-summary.downloaded': Record<string, never>
  'second-factor.change-failed': { reason: ProofFailure }
  'password.changed': Record<string, never>
  'password.change-failed': { reason: ProofFailure }
  'password.reset-requested': { username: string; known: boolean }
  'user.created': {
    role: Role
    by: 'registration' | 'invitation' | 'administrator' | 'command' | 'seed' | 'import'
    /** Of an imported account. */
    importId?: string
  }
  /** `wealthManagerId` is null for staff. */
  'user.invited': { wealthManagerId: string | null }
  /** By its owner, with the mailed link. */
  'user.address-confirmed': Record<string, never>
  /** The confirmation mail was sent again. */
  'user.confirmation-mailed': Record<string, never>
  'user.role-changed': { from: Role; to: Role; by?: 'provider' }
  /** A staff account's name. */
  'user.renamed': { by: 'owner' | 'administrator' }
  /** A client's name, changed by staff. */
  'user.name-corrected': Record<string, never>
  /** Staff or the owner requested a new address; it is not confirmed yet. */
  'user.address-change-asked': Record<string, never>
  /** A staff member requested a new address with a wrong password. */
  'user.address-change-failed': { reason: ProofFailure }
  /** `by`: staff, the owner, or the link mailed to the previous address. */
  'user.address-change-stopped': { by: 'staff' | 'owner' | 'link' }
  /** `by`: the client or staff member with the mailed link, or staff for a client that never signed in. */
  'user.address-changed': { by: 'client' | 'owner' | 'staff' }
  /** The number shown to a manager's clients; `given`: whether there is one now. */
  'user.phone-changed': { given: boolean }
  /** An earlier version of a manager's FAIS document was restored; `replaced` was current before. */
  'user.fais-document-restored': { documentId: string; replaced: string }
  'user.manager-changed': { from: string | null; to: string | null }
  'user.deactivated': Record<string, never>
  'user.reactivated': Record<string, never>
  /** `why`: an unconfirmed registration expired, or was replaced by an invitation to the same address. */
  'user.deleted': { role: Role; why?: 'not-confirmed' | 'invited' | 'import-undone' }
  /** By staff. */
  'user.password-reset': Record<string, never>
  'user.signed-out-everywhere': { sessions: number }
  'application.created': Record<string, never>
  'application.manager-changed': { from: string | null; to: string | null }
  /** Created from a row of a file, with this status. */
  'application.imported': { importId: string; status: ApplicationStatus }
  'application.saved': { version: number; fields: SavedField[]; currentStep: string | null }
  /** Autosaves of one editing session: number, start, and changed fields. */
  'application.draft-saved': {
    version: number
    fields: SavedField[]
    currentStep: string | null
    saves: number
    since: string
  }
  /** A job normalised stored answers by today's rules. */
  'application.confirmed': { confirmed: string[]; withdrawn: string[]; wording: string }
  /** All of it was shown to staff. */
  'application.read': Record<string, never>
  /** Prefetched by a list for staff: not shown yet. */
  'application.fetched-ahead': Record<string, never>
  /** Number of the user's saved views. */
  'views.kept': { views: number }
  'application.downloaded': { documents: number }
  'application.reminders-stopped': Record<string, never>
  'application.reminders-started': Record<string, never>
  'application.reminded': Record<string, never>
  /** Before its mail was sent. */
  'application.reminder-taken-back': Record<string, never>
  'annual-review.taken-back': { act: 'notified' | 'completed' }
  'correction.taken-back': { act: 'asked' | 'withdrawn' }
  /** A list was exported. `filters` names the filters and values; for a search only that there was one. */
  'applications.exported': { format: ExportFormat; filters: string[] }
  /** Result of an export: number of applications; `whole` is false if it was interrupted. */
  'applications.export-ended': { format: ExportFormat; rows: number; whole: boolean }
  /** A search by identity document number, which is not stored; `found`: number of matches. */
  'applications.found-by-number': { found: number }
  /** A bulk action was requested; each application has its own event with the outcome. */
  'applications.bulk-act-begun': { act: string; bulkActId: string; applications: number }
  /** Before any of it was executed. */
  'applications.bulk-act-called-off': { act: string; bulkActId: string; applications: number }
  /** Values are in the versions. */
  'firm.settings-changed': { section: FirmSection; version: number; fields: string[]; by?: 'import' }
  'firm.settings-restored': { section: FirmSection; version: number; from: number; fields: string[] }
  /** A logo; the hash addresses the stored picture. */
  'firm.file-changed': { kind: string; sha256: string }
  /** Environment variables set other values than at the last start. Fields as `section.field`. */
  'firm.environment-changed': { fields: string[] }
  'firm.setup-completed': Record<string, never>
  'firm.wording-tested': { mail: WordedMail }
  'firm.letter-published': { version: number }
  'firm.letters-started': { runId: string; version: number; managers: number }
  /** The manager is the event's object. */
  'firm.letter-generated': { documentId: string; version: number; sha256: string }
  'firm.letter-profile-changed': { fields: string[] }
  'annual-review.notified': Record<string, never>
  'annual-review.completed': Record<string, never>
  'application.status-changed': { action: StepName; from: ApplicationStatus; to: ApplicationStatus }
  /** A draft request changed: paths of answers, and ids of documents. */
  'correction.noted': { subject: string }
  'correction.struck-off': { subject: string }
  /** `round` counts from 1 per application. */
  /** By the client, to add or correct something. */
  'correction.opened': { round: number; subjects: string[] }
  'correction.asked': { round: number; subjects: string[] }
  'correction.replied': { round: number; subject: string }
  'correction.answered': { round: number; subjects: string[] }
  'correction.judged': { round: number; subject: string; verdict: Verdict }
  'correction.closed': { round: number; as: RoundState }
  'correction.reminded': { round: number; reminder: number }
  /** The draft of a due diligence task was saved. */
  'pack.saved': { task: TaskName; version: number }
  'pack.paper-added': { task: TaskName; documentId: string; paper: PaperName }
  'pack.handed-in': { task: TaskName; version: number }
  'pack.asked': { tasks: TaskName[] }
  'pack.reminded': { tasks: TaskName[]; why: 'asked' | 'expiring' }
  'pack.verified': { task: TaskName; method: VerificationMethod | null; result: 'accepted' | 'again' }
  /** Staff saw the whole account number. */
  'pack.account-shown': Record<string, never>
  /** About the approval, so that clients do not see it. */
  'approval.asked': { kind: ApprovalKind }
  /** About the rating, for the same reason. */
  'rating.made': { model: number; points: number; level: RiskLevel; factors: FactorName[] }
  /** About no object, so that neither clients nor staff see it about themselves. */
  'inspector-file.downloaded': { applicationId: string; documents: number } | { subjectId: string }
  /** About the hold, so that clients do not see it. */
  'retention.held': { why: HoldReason; until: string }
  'retention.hold-lifted': { why: HoldReason }
  'risk-model.proposed': { version: number }
  'risk-model.in-force': { version: number }
  'approval.decided': { kind: ApprovalKind; decision: ApprovalDecision }
  /** The hit that it was about has changed, or is gone. */
  'approval.withdrawn': { kind: ApprovalKind; because: WithdrawalReason }
  /** A sanctions list was loaded, refused, put in force or discarded. */
  'list.loaded': { source: ListSource; entries: number; added: number; changed: number; removed: number }
  'list.refused': { why: string }
  'list.in-force': { source: ListSource }
  'list.discarded': { source: ListSource }
  /** After five years; `whole` unless something still refers to the edition. */
  'list.erased': { source: ListSource; entries: number; whole: boolean }
  /** About the subject of the screening or the hit, so that clients do not see it. */
  'screening.run': { hits: number; ruledOut: number }
  /** The hits of a person were shown. */
  'hit.seen': Record<string, never>
  'hit.decided': { source: ListSource; verdict: HitVerdict; state: HitState }
  /** It was gone, and is found again with the same facts: the decision on it is in force again. */
  'hit.restored': { source: ListSource; state: HitState }
  'user.senior-manager-changed': { senior: boolean }
  'user.compliance-changed': { compliance: boolean }
  /** `subject`: an answer's path, a document's id, or the application. The text is not in the log. */
  /** A staff decision on a check; the reason is not in the log. */
  'check.settled': { settlementId: string; path: string; check: CheckName; decision: CheckDecision }
  'check.reopened': { settlementId: string; path: string; check: CheckName }
  /** A document proves an answer, and no longer does. */
  'check.proved': { settlementId: string; path: string; documentId: string }
  'check.proof-withdrawn': { settlementId: string; path: string; documentId: string }
  /** A wealth manager named a stand-in until a day, and it was ended. */
  'stand-in.named': { standInId: string; until: string }
  'stand-in.ended': { standInId: string }
  'note.written': { noteId: string; subject: string }
  'note.edited': { noteId: string; version: number }
  /** The user changed which notifications they receive. */
  'notifications.chosen': { off: string[] }
  'document.registered': { documentId: string; kind: DocumentKindName; sha256: string; bytes: number }
  /** `documentId` is null where the upload was rejected before registration. */
  'document.infected': { documentId: string | null; kind: DocumentKindName; sha256: string; virus: string }
  /** Replaced in a correction request; it is kept. */
  'document.superseded': { documentId: string; by: string; kind: DocumentKindName }
  'document.removed': { documentId: string; kind: DocumentKindName }
  /** Its removal was undone. */
  /** A link for photos from a phone was made, and opened on one. */
  'document.phone-link-made': { kind: DocumentKindName }
  'document.phone-link-opened': { kind: DocumentKindName }
  'document.restored': { documentId: string; kind: DocumentKindName }
  /** Signed on screen: the firm's document and version, and the resulting sealed document. */
  'document.signed': {
    documentId: string
    signedDocumentId: string
    version: number
    sha256: string
    wording: string
    level: SealLevel
  }
  /** The independent time-stamp was added later: SHA-256 of the file stored since. */
  'document.time-stamped': { documentId: string; sha256: string }
  /** `documentId` is the document to be signed. */
  'document.sign-failed': { documentId: string; reason: ProofFailure | 'encrypted' | 'unsealable' }
  /** By anyone, on the public page. `documentId` is null unless it is a stored one. */
  'document.verified': { documentId: string | null; verdict: 'intact' | 'changed' | 'foreign' }
  /** Prefetched by a page: it does not count as opened. */
  'document.fetched-ahead': { documentId: string; kind: DocumentKindName }
  'document.read': { documentId: string; kind: DocumentKindName }
  /** Delivery failed permanently, or retries ended after days. About the recipient. */
  'mail.given-up': { template: string; attempts: number }
  /** All records of a client whose relationship ended on that day; `objectId` no longer exists. */
  'client.erased': { endedOn: string; documents: number }
  'import.uploaded': { importId: string; kind: 'clients' | 'staff'; bytes: number; sha256: string }
  /** A virus was found in a file to import. */
  'import.infected': { sha256: string; virus: string }
  'import.mapped': { importId: string; fields: string[] }
  /** A row is imported although its ID number exists; the reason is not in the log. */
  'import.row-forced': { importId: string; row: number }
  'import.problems-downloaded': { importId: string; rows: number }
  'import.proof-failed': { reason: ProofFailure }
  'import.started': { importId: string; rows: number }
  'import.paused': { importId: string }
  'import.resumed': { importId: string }
  'import.ended': { importId: string; created: number; skipped: number; failed: number }
  'import.undo-started': { importId: string; rows: number }
  'import.undone': { importId: string; deleted: number; retained: number }
  'import.discarded': { importId: string }
  'import.invitations-planned': { importId: string; perBatch: number; batchesPerDay: number }
  'import.invitations-stopped': { importId: string }
  'encryption-keys.rotated': { keyId: string; resealed: number }
  'encryption-keys.retired': { keyIds: string[] }
  /** `takenAt` is the backup's consistent point in time. */
  'backup.taken': { takenAt: string; files: number; missing: number }
  'backup.restored': { takenAt: string; files: number }
  'fais-letter.downloaded': { documentId: string; sha256: string }
  /** The client's browser drew every page of it, and showed it. */
  'fais-letter.displayed': { documentId: string; sha256: string }
  /** A client requested a letter that does not exist. About the manager, or the client without one. */
  'fais-letter.missed': Record<string, never>
  /** `filters` names the filters, never the values. */
  'audit-log.exported': { filters: string[] }
  /** The first altered row, and how it differs. */
  'audit-log.found-altered': { eventId: number; reason: string }
  /** `host` alone: the path and query of an endpoint may hold keys. */
  'webhook.created': { host: string; events: string[] }
  'webhook.changed': { host: string; fields: string[] }
  'webhook.secret-rotated': { ended: boolean }
  'webhook.state-changed': {
    state: 'on' | 'paused' | 'off'
    by: 'person' | 'failures' | '410' | 'address' | 'restore'
  }
  'webhook.tested': { host: string; status: number | null }
  'webhook.resent': { deliveries: number }
  'webhook.given-up': { deliveryId: string; event: string; attempts: number }
  'webhook.removed': { host: string }
  /** `managerId`: whose clients it reads; null for all. */
  'api-token.created': { scopes: TokenScope[]; days: number; managerId: string | null }
  'api-token.rotated': { replacedBy: string }
  'api-token.revoked': Record<string, never>
  'api-token.refused': { reason: 'expired' | 'revoked' | 'network' | 'scope' }
  'api-token.first-used': Record<string, never>
  /** Lists that a program read within an hour. */
  'applications.listed': { pages: number; rows: number }
}

export type AuditAction = keyof AuditDetails
