import type { z } from 'zod'
import { accountEndpoints } from './account.ts'
import { annualReviewEndpoints } from './annual-reviews.ts'
import { bulkActEndpoints } from './bulk-acts.ts'
import { checkEndpoints } from './checks.ts'
import { clientEndpoints } from './clients.ts'
import { approvalEndpoints } from './approvals.ts'
import { retentionHoldEndpoints } from './retention-holds.ts'
import { listEndpoints } from './lists.ts'
import { screeningEndpoints } from './screening.ts'
import { correctionEndpoints } from './corrections.ts'
import { dueDiligenceEndpoints } from './due-diligence.ts'
import { undoEndpoints } from './undo.ts'
import { mailPreviewEndpoints } from './mail-previews.ts'
import { importEndpoints } from './imports.ts'
import { notificationEndpoints } from './notifications.ts'
import { noteEndpoints } from './notes.ts'
import { ownViewEndpoints } from './own-views.ts'
import { archiveEndpoints } from './application-archive.ts'
import { exportEndpoints } from './application-exports.ts'
import { applicationEndpoints } from './application.ts'
import { apiTokenEndpoints } from './api-tokens.ts'
import { auditLogEndpoints } from './audit-log.ts'
import { authEndpoints } from './auth.ts'
import { faisDocumentEndpoints } from './fais-documents.ts'
import { firmEndpoints } from './firm.ts'
import { letterEndpoints } from './letters.ts'
import { inspectorFileEndpoints } from './inspector-file.ts'
import { findEndpoints } from './find.ts'
import { documentEndpoints } from './documents.ts'
import { phoneUploadEndpoints } from './phone-uploads.ts'
import { registrationEndpoints } from './registration.ts'
import { riskModelEndpoints } from './risk-rating.ts'
import { securityEndpoints } from './security.ts'
import { outboxEndpoints } from './outbox.ts'
import { signingEndpoints } from './signing.ts'
import { siteEndpoints } from './site.ts'
import { staffApplicationEndpoints } from './staff-applications.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { ssoEndpoints } from './sso.ts'
import { standInEndpoints } from './stand-ins.ts'
import { systemEndpoints } from './system.ts'
import { timeFigureEndpoints } from './time-figures.ts'
import { userEndpoints } from './users.ts'
import { webhookEndpointCalls } from './webhooks.ts'

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
} as const

export type Contract = typeof contract
export type ContractKey = keyof Contract

/** Calls that run once per Idempotency-Key. */
export type KeyedKey = {
  [Key in ContractKey]: Contract[Key] extends { repeated: 'keyed' } ? Key : never
}[ContractKey]

type PartOf<Key extends ContractKey, Part extends string> =
  Contract[Key] extends Record<Part, infer Schema> ? Schema : undefined

/** The request body. */
export type BodyOf<Key extends ContractKey> =
  PartOf<Key, 'body'> extends z.ZodType ? z.input<PartOf<Key, 'body'>> : undefined
/** The path parameters. */
export type ParamsOf<Key extends ContractKey> =
  PartOf<Key, 'params'> extends z.ZodType ? z.input<PartOf<Key, 'params'>> : undefined
/** The query parameters. */
export type QueryOf<Key extends ContractKey> =
  PartOf<Key, 'query'> extends z.ZodType ? z.input<PartOf<Key, 'query'>> : undefined
/** The response body. */
export type AnswerOf<Key extends ContractKey> = Contract[Key]['answer'] extends z.ZodType
  ? z.output<Contract[Key]['answer']>
  : Contract[Key]['answer'] extends 'file'
    ? Blob
    : undefined

/** Parsed request, as handlers receive it. */
export interface ParsedInput<Key extends ContractKey> {
  body: PartOf<Key, 'body'> extends z.ZodType ? z.output<PartOf<Key, 'body'>> : undefined
  params: PartOf<Key, 'params'> extends z.ZodType ? z.output<PartOf<Key, 'params'>> : undefined
  query: PartOf<Key, 'query'> extends z.ZodType ? z.output<PartOf<Key, 'query'>> : undefined
}
