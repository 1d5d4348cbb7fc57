import { accountEndpoints } from '#features/accounts/api/account.ts'
import { annualReviewEndpoints } from '#features/annual-reviews/api.ts'
import { bulkActEndpoints } from '#features/review/api/bulk-acts.ts'
import { checkEndpoints } from '#features/review/api/checks.ts'
import { clientEndpoints } from '#features/accounts/api/clients.ts'
import { approvalEndpoints } from '#features/approvals/api.ts'
import { retentionHoldEndpoints } from '#features/due-diligence/api/retention-holds.ts'
import { listEndpoints } from '#features/screening/api/lists.ts'
import { screeningEndpoints } from '#features/screening/api/screening.ts'
import { correctionEndpoints } from '#features/corrections/api.ts'
import { dueDiligenceEndpoints } from '#features/due-diligence/api/due-diligence.ts'
import { undoEndpoints } from '#features/review/api/undo.ts'
import { mailPreviewEndpoints } from '#features/mail/api/mail-previews.ts'
import { importEndpoints } from '#features/imports/api/imports.ts'
import { notificationEndpoints } from '#features/notes/api/notifications.ts'
import { noteEndpoints } from '#features/notes/api/notes.ts'
import { ownViewEndpoints } from '#features/review/api/own-views.ts'
import { archiveEndpoints } from '#features/records/api/application-archive.ts'
import { exportEndpoints } from '#features/review/api/application-exports.ts'
import { applicationEndpoints } from '#features/applications/api/application.ts'
import { apiTokenEndpoints } from '#features/integrations/api/api-tokens.ts'
import { auditLogEndpoints } from '#features/audit/api.ts'
import { authEndpoints } from '#features/access/api/auth.ts'
import { faisDocumentEndpoints } from '#features/signing/api/fais-documents.ts'
import { firmEndpoints } from '#features/firm/api.ts'
import { letterEndpoints } from '#features/signing/api/letters.ts'
import { inspectorFileEndpoints } from '#features/compliance-file/api.ts'
import { findEndpoints } from '#features/review/api/find.ts'
import { documentEndpoints } from '#features/documents/api/documents.ts'
import { phoneUploadEndpoints } from '#features/documents/api/phone-uploads.ts'
import { registrationEndpoints } from '#features/accounts/api/registration.ts'
import { riskModelEndpoints } from '#features/due-diligence/api/risk-rating.ts'
import { securityEndpoints } from '#features/operations/api/security.ts'
import { outboxEndpoints } from '#features/mail/api/outbox.ts'
import { signingEndpoints } from '#features/signing/api/signing.ts'
import { siteEndpoints } from '#features/brand/api.ts'
import { staffApplicationEndpoints } from '#features/review/api/staff-applications.ts'
import { passkeyEndpoints } from '#features/sign-in/api/passkeys.ts'
import { ssoEndpoints } from '#features/sso/api.ts'
import { standInEndpoints } from '#features/accounts/api/stand-ins.ts'
import { systemEndpoints } from '#features/operations/api/system.ts'
import { timeFigureEndpoints } from '#features/review/api/time-figures.ts'
import { todayEndpoints } from '#features/today/api.ts'
import { userEndpoints } from '#features/accounts/api/users.ts'
import { webhookEndpointCalls } from '#features/integrations/api/webhooks.ts'
import type { Contract } from '#base/rules/api/contract.ts'

/** All calls of the API. The client imports only the type, so that no schema is bundled. */
export const contract = {
  ...authEndpoints,
  ...accountEndpoints,
  ...standInEndpoints,
  ...applicationEndpoints,
  ...archiveEndpoints,
  ...correctionEndpoints,
  ...dueDiligenceEndpoints,
  ...approvalEndpoints,
  ...retentionHoldEndpoints,
  ...riskModelEndpoints,
  ...inspectorFileEndpoints,
  ...listEndpoints,
  ...screeningEndpoints,
  ...checkEndpoints,
  ...noteEndpoints,
  ...todayEndpoints,
  ...notificationEndpoints,
  ...ownViewEndpoints,
  ...documentEndpoints,
  ...phoneUploadEndpoints,
  ...signingEndpoints,
  ...outboxEndpoints,
  ...siteEndpoints,
  ...firmEndpoints,
  ...letterEndpoints,
  ...registrationEndpoints,
  ...userEndpoints,
  ...faisDocumentEndpoints,
  ...clientEndpoints,
  ...importEndpoints,
  ...findEndpoints,
  ...staffApplicationEndpoints,
  ...exportEndpoints,
  ...bulkActEndpoints,
  ...annualReviewEndpoints,
  ...undoEndpoints,
  ...mailPreviewEndpoints,
  ...auditLogEndpoints,
  ...securityEndpoints,
  ...timeFigureEndpoints,
  ...systemEndpoints,
  ...webhookEndpointCalls,
  ...apiTokenEndpoints,
  ...ssoEndpoints,
  ...passkeyEndpoints,
} as const satisfies Contract
