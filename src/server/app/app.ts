import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { accountHandlers } from '#server/features/account/routes.ts'
import { apiTokenHandlers } from '#server/features/api-tokens/routes.ts'
import { annualReviewHandlers } from '#server/features/annual-reviews/routes.ts'
import { bulkActHandlers } from '#server/features/bulk/routes.ts'
import { correctionHandlers } from '#server/features/corrections/routes.ts'
import { dueDiligenceHandlers } from '#server/features/due-diligence/routes.ts'
import { complianceHandlers } from '#server/features/compliance/routes.ts'
import { listHandlers } from '#server/features/screening/routes.ts'
import { registerListTarget } from '#server/features/screening/list-target.ts'
import { standInHandlers } from '#server/features/stand-ins/routes.ts'
import { checkHandlers } from '#server/features/staff-workspace/checks/routes.ts'
import { staffApplicationHandlers } from '#server/features/staff-workspace/routes.ts'
import { importHandlers } from '#server/features/imports/routes.ts'
import { notificationHandlers } from '#server/features/notifications/routes.ts'
import { ownViewHandlers } from '#server/features/staff-workspace/own-views/routes.ts'
import { noteHandlers } from '#server/features/notes/routes.ts'
import { inspectorFileHandlers } from '#server/features/inspector-file/routes.ts'
import { archiveHandlers } from '#server/features/staff-workspace/download/routes.ts'
import { applicationHandlers } from '#server/features/applications/routes.ts'
import { auditLogHandlers } from '#server/features/audit-log/routes.ts'
import { authHandlers } from '#server/features/auth/routes.ts'
import { passkeyHandlers } from '#server/features/auth/passkeys/routes.ts'
import { findActor } from '#server/features/auth/sessions.ts'
import type { Context } from '#server/shared/context.ts'
import { phoneUploadHandlers } from '#server/features/phone-uploads/routes.ts'
import { findPhone } from '#server/features/phone-uploads/links.ts'
import { documentHandlers } from '#server/features/documents/routes.ts'
import { registerUploadTarget } from '#server/features/documents/upload-target.ts'
import { limitSlowRequests } from '#server/shared/throttling/slow-request-limit.ts'
import { requireJsonBody } from '#server/shared/http/json-body.ts'
import { answerWithProblems } from '#server/shared/http/problem.ts'
import { answerUnreadablePath, refuseUnreadablePaths } from '#server/shared/http/readable-paths.ts'
import { registerRoutes, type Handlers } from '#server/shared/http/route.ts'
import { warnOfUntrustedProxies } from '#server/shared/http/untrusted-proxy.ts'
import { refuseForeignOrigins } from '#server/shared/http/same-origin.ts'
import { sendSecurityHeaders } from '#server/shared/http/security-headers.ts'
import { traceRequests } from '#server/shared/http/trace-requests.ts'
import { rejectDuringShutdown } from '#server/shared/nodes/graceful-shutdown.ts'
import { securityHandlers } from '#server/features/dashboards/security-routes.ts'
import { pendingActionHandlers } from '#server/features/undo/routes.ts'
import { limitMails } from '#server/features/mail-previews/limit-mails.ts'
import { mailPreviewHandlers } from '#server/features/mail-previews/routes.ts'
import { outboxHandlers } from '#server/shared/mail/outbox-page/routes.ts'
import { signingHandlers } from '#server/features/signing/routes.ts'
import { registerSealCertificates, registerVerifyTarget } from '#server/features/signing/verify-target.ts'
import { registerPublicApi } from '#server/features/public-api/routes.ts'
import { registerApiDocs } from '#server/features/site/api-docs.ts'
import { registerHealth } from '#server/features/site/health.ts'
import { registerPages } from '#server/features/site/pages.ts'
import { registerBrandFiles, registerLogoTarget } from '#server/features/firm/logo/logo-target.ts'
import { firmHandlers } from '#server/features/firm/routes.ts'
import { letterHandlers } from '#server/features/letters/routes.ts'
import { siteHandlers } from '#server/features/site/routes.ts'
import { registerMetrics } from '#server/features/dashboards/system/prometheus.ts'
import { systemHandlers } from '#server/features/dashboards/system/routes.ts'
import { clientHandlers } from '#server/features/users/client-routes.ts'
import { registrationHandlers } from '#server/features/users/registration-routes.ts'
import { userHandlers } from '#server/features/users/routes.ts'
import { webhookHandlers } from '#server/features/webhooks/routes.ts'
import { registerLogoutTarget } from '#server/features/sso/logout-target.ts'
import { ssoHandlers } from '#server/features/sso/routes.ts'
import type { ContractKey } from '#domain/api/contract.ts'

/** Allows a slow connection an upload of 10 MB. */
const REQUEST_TIMEOUT_MS = 5 * 60_000
/** Headers are small, so complete ones arrive quickly. */
const HEADERS_TIMEOUT_MS = 20_000
/**
 * A client that neither reads nor sends for this long is gone or malicious. Longer than file processing, which is
 * silent.
 */
const SILENCE_MS = 5 * 60_000
/** Interval of timeout checks. */
const CHECKING_MS = 5_000

/** Handlers for the whole contract: the type requires every endpoint. */
const handlers: Handlers<ContractKey> = {
  ...authHandlers,
  ...accountHandlers,
  ...standInHandlers,
  ...applicationHandlers,
  ...archiveHandlers,
  ...inspectorFileHandlers,
  ...documentHandlers,
  ...phoneUploadHandlers,
  ...signingHandlers,
  ...outboxHandlers,
  ...siteHandlers,
  ...firmHandlers,
  ...letterHandlers,
  ...registrationHandlers,
  ...userHandlers,
  ...clientHandlers,
  ...importHandlers,
  ...correctionHandlers,
  ...dueDiligenceHandlers,
  ...listHandlers,
  ...complianceHandlers,
  ...checkHandlers,
  ...noteHandlers,
  ...notificationHandlers,
  ...ownViewHandlers,
  ...staffApplicationHandlers,
  ...bulkActHandlers,
  ...annualReviewHandlers,
  ...pendingActionHandlers,
  ...mailPreviewHandlers((key) => handlers[key]),
  ...auditLogHandlers,
  ...securityHandlers,
  ...systemHandlers,
  ...webhookHandlers,
  ...apiTokenHandlers,
  ...ssoHandlers,
  ...passkeyHandlers,
}

/** The contract's schemas parse input, so Fastify's JSON schema compilers are never loaded. */
function noCompiler(): never {
  throw new Error('A route has a JSON schema: requests are parsed by the schemas of src/domain/api.')
}

/** A number is the number of trusted proxy hops; addresses are passed on to Fastify. */
function trustedProxies(setting: Context['settings']['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** Builds the HTTP application; the caller listens and closes. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log,
    trustProxy: trustedProxies(context.settings.trustProxy),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECKING_MS },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Rejected with our own message (nodes/graceful-shutdown.ts).
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // Malformed paths are rejected before hooks and handlers.
    frameworkErrors: answerUnreadablePath,
  })
  traceRequests(app, context.tracer)
  const slowRequests = limitSlowRequests(app, context.settings)
  rejectDuringShutdown(app, context)
  requireJsonBody(app)
  answerWithProblems(app)
  refuseUnreadablePaths(app)
  await app.register(cookie)
  sendSecurityHeaders(app, { https: context.https, uploadOrigin: context.store.uploadOrigin })
  warnOfUntrustedProxies(app, context.node)
  refuseForeignOrigins(app, context.settings.baseUrl)
  await registerMetrics(app, context)
  registerRoutes(app, { context, findActor }, limitMails(handlers))
  await app.register(async (scope) => registerUploadTarget(scope, context, { slowRequests, findPhone }))
  await app.register(async (scope) => registerListTarget(scope, context, slowRequests))
  await app.register(async (scope) => registerVerifyTarget(scope, context))
  await app.register(async (scope) => registerLogoTarget(scope, context))
  registerBrandFiles(app, context)
  await app.register(async (scope) => registerLogoutTarget(scope, context))
  registerSealCertificates(app, context)
  registerHealth(app, context)
  registerApiDocs(app, context)
  registerPublicApi(app, context)
  await registerPages(app, context)
  return app
}
