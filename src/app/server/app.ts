import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { accountHandlers } from '#features/accounts/server/own/routes.ts'
import { apiTokenHandlers } from '#features/integrations/server/tokens/routes.ts'
import { annualReviewHandlers } from '#features/annual-reviews/server/routes.ts'
import { bulkActHandlers } from '#features/review/server/bulk/routes.ts'
import { correctionHandlers } from '#features/corrections/server/routes.ts'
import { dueDiligenceHandlers } from '#features/due-diligence/server/routes.ts'
import { complianceHandlers } from '#features/screening/server/hits/routes.ts'
import { listHandlers } from '#features/screening/server/routes.ts'
import { registerListTarget } from '#features/screening/server/list-target.ts'
import { standInHandlers } from '#features/accounts/server/stand-ins/routes.ts'
import { checkHandlers } from '#features/review/server/checks/routes.ts'
import { staffApplicationHandlers } from '#features/review/server/routes.ts'
import { importHandlers } from '#features/imports/server/routes.ts'
import { todaySources } from '#app/server/today-sources.ts'
import { todayHandlers } from '#features/today/server/today.ts'
import { notificationHandlers } from '#features/notes/server/notifications/routes.ts'
import { ownViewHandlers } from '#features/review/server/own-views/routes.ts'
import { noteHandlers } from '#features/notes/server/routes.ts'
import { inspectorFileHandlers } from '#features/compliance-file/server/routes.ts'
import { archiveHandlers } from '#features/records/server/download/routes.ts'
import { applicationHandlers } from '#features/wizard/server/routes.ts'
import { auditLogHandlers } from '#features/audit/server/log/routes.ts'
import { authHandlers } from '#features/sign-in/server/routes.ts'
import { passkeyHandlers } from '#features/sign-in/server/passkeys/routes.ts'
import { findActor } from '#features/sign-in/server/sessions.ts'
import type { Context } from '#base/server/context.ts'
import { phoneUploadHandlers } from '#features/documents/server/phone/routes.ts'
import { findPhone } from '#features/documents/server/phone/links.ts'
import { documentHandlers } from '#features/documents/server/routes.ts'
import { registerUploadTarget } from '#features/documents/server/upload-target.ts'
import { limitSlowRequests } from '#base/server/throttling/slow-request-limit.ts'
import { leaveBodiesOutOfHead } from '#base/server/http/head.ts'
import { requireJsonBody } from '#base/server/http/json-body.ts'
import { answerWithProblems } from '#base/server/http/problem.ts'
import { answerUnreadablePath, refuseUnreadablePaths } from '#base/server/http/readable-paths.ts'
import { registerRoutes, type Handlers } from '#features/access/server/http/route.ts'
import { warnOfUntrustedProxies } from '#base/server/http/untrusted-proxy.ts'
import { refuseForeignOrigins } from '#base/server/http/same-origin.ts'
import { sendSecurityHeaders } from '#base/server/http/security-headers.ts'
import { traceRequests } from '#base/server/http/trace-requests.ts'
import { rejectDuringShutdown } from '#base/server/nodes/graceful-shutdown.ts'
import { securityHandlers } from '#features/operations/server/security/security-routes.ts'
import { pendingActionHandlers } from '#features/review/server/undo/routes.ts'
import { limitMails } from '#features/mail/server/previews/limit-mails.ts'
import { mailPreviewHandlers } from '#features/mail/server/previews/routes.ts'
import { outboxHandlers } from '#features/mail/server/outbox-page/routes.ts'
import { signingHandlers } from '#features/signing/server/routes.ts'
import { registerSealCertificates, registerVerifyTarget } from '#features/signing/server/verify-target.ts'
import { registerPublicApi } from '#features/integrations/server/public-api/routes.ts'
import { registerApiDocs } from '#app/server/site/api-docs.ts'
import { registerErrorPage } from '#app/server/site/error-page.ts'
import { registerHealth } from '#app/server/site/health.ts'
import { registerPages } from '#app/server/site/pages.ts'
import { registerBrandFiles, registerLogoTarget } from '#features/firm/server/logo/logo-target.ts'
import { firmHandlers } from '#features/firm/server/routes.ts'
import { letterHandlers } from '#features/signing/server/letters/routes.ts'
import { siteHandlers } from '#app/server/site/routes.ts'
import { registerMetrics } from '#features/operations/server/system/prometheus.ts'
import { systemHandlers } from '#features/operations/server/system/routes.ts'
import { clientHandlers } from '#features/accounts/server/client-routes.ts'
import { registrationHandlers } from '#features/accounts/server/registration-routes.ts'
import { userHandlers } from '#features/accounts/server/routes.ts'
import { webhookHandlers } from '#features/integrations/server/webhooks/routes.ts'
import { registerLogoutTarget } from '#features/sso/server/logout-target.ts'
import { ssoHandlers } from '#features/sso/server/routes.ts'
import { contract } from '#app/contract.ts'
import type { ContractKey } from '#base/rules/api/contract.ts'

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
  ...todayHandlers(todaySources),
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
  throw new Error('A route has a JSON schema: requests are parsed by the schemas of the contract.')
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
  app.decorate('baseUrl', context.settings.baseUrl)
  traceRequests(app, context.tracer)
  const slowRequests = limitSlowRequests(app, context.settings)
  rejectDuringShutdown(app, context)
  requireJsonBody(app)
  answerWithProblems(app)
  refuseUnreadablePaths(app)
  leaveBodiesOutOfHead(app)
  await app.register(cookie)
  sendSecurityHeaders(app, { https: context.https, uploadOrigin: context.store.uploadOrigin })
  warnOfUntrustedProxies(app, context.node)
  refuseForeignOrigins(app, context.settings.baseUrl)
  await registerMetrics(app, context)
  registerRoutes(app, { context, contract, findActor }, limitMails(handlers))
  await app.register(async (scope) => registerUploadTarget(scope, context, { slowRequests, findPhone }))
  await app.register(async (scope) => registerListTarget(scope, context, slowRequests))
  await app.register(async (scope) => registerVerifyTarget(scope, context))
  await app.register(async (scope) => registerLogoTarget(scope, context))
  registerBrandFiles(app, context)
  await app.register(async (scope) => registerLogoutTarget(scope, context))
  registerSealCertificates(app, context)
  registerHealth(app, context)
  registerApiDocs(app, context)
  registerErrorPage(app, context)
  registerPublicApi(app, context)
  await registerPages(app, context)
  return app
}
