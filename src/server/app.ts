import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { accountHandlers } from '#server/account/routes.ts'
import { annualReviewHandlers } from '#server/annual-reviews/routes.ts'
import { bulkActHandlers } from '#server/bulk/routes.ts'
import { correctionHandlers } from '#server/corrections/routes.ts'
import { checkHandlers } from '#server/desk/checks/routes.ts'
import { staffApplicationHandlers } from '#server/desk/routes.ts'
import { notificationHandlers } from '#server/notifications/routes.ts'
import { ownViewHandlers } from '#server/desk/own-views/routes.ts'
import { noteHandlers } from '#server/notes/routes.ts'
import { archiveHandlers } from '#server/desk/download/routes.ts'
import { applicationHandlers } from '#server/applications/routes.ts'
import { auditLogHandlers } from '#server/audit-log/routes.ts'
import { authHandlers } from '#server/auth/routes.ts'
import { findActor } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { documentHandlers } from '#server/documents/routes.ts'
import { registerUploadTarget } from '#server/documents/upload-target.ts'
import { limitHalfOpenRequests } from '#server/throttling/half-open.ts'
import { takeOnlyJson } from '#server/http/json-body.ts'
import { answerError, answerWithProblems } from '#server/http/problem.ts'
import { refuseUnreadablePaths } from '#server/http/readable-paths.ts'
import { registerRoutes, type Handlers } from '#server/http/route.ts'
import { warnOfUntrustedProxies } from '#server/http/untrusted-proxy.ts'
import { refuseForeignOrigins } from '#server/http/same-origin.ts'
import { sendSecurityHeaders } from '#server/http/security-headers.ts'
import { traceRequests } from '#server/http/trace-requests.ts'
import { turnAwayWhenLeaving } from '#server/nodes/leave.ts'
import { securityHandlers } from '#server/dashboards/security-routes.ts'
import { heldActHandlers } from '#server/undo/routes.ts'
import { limitMails } from '#server/mail-previews/limit-mails.ts'
import { mailPreviewHandlers } from '#server/mail-previews/routes.ts'
import { outboxHandlers } from '#server/mail/outbox-page/routes.ts'
import { signingHandlers } from '#server/signing/routes.ts'
import { registerSealCertificates, registerVerifyTarget } from '#server/signing/verify-target.ts'
import { registerApiDocs } from '#server/site/api-docs.ts'
import { registerHealth } from '#server/site/health.ts'
import { registerPages } from '#server/site/pages.ts'
import { siteHandlers } from '#server/site/routes.ts'
import { registerMetrics } from '#server/dashboards/system/prometheus.ts'
import { systemHandlers } from '#server/dashboards/system/routes.ts'
import { clientHandlers } from '#server/users/client-routes.ts'
import { registrationHandlers } from '#server/users/registration-routes.ts'
import { userHandlers } from '#server/users/routes.ts'
import type { ContractKey } from '#domain/api/contract.ts'

/** A client on a slow line may take this long over one upload of 10 MB. */
const REQUEST_TIMEOUT_MS = 5 * 60_000
/** Headers are some kilobytes: they come at once, or nobody means to send them. */
const HEADERS_TIMEOUT_MS = 20_000
/**
 * Whoever takes nothing of an answer for so long, and sends nothing, is gone or holds on to it on purpose. Longer than opening a file
 * may take, during which nothing is said.
 */
const SILENCE_MS = 5 * 60_000
/** How often connections are looked at that are out of time. */
const CHECKING_MS = 5_000

/** The answer to every endpoint of the contract: the type refuses a contract with an endpoint that nobody answers. */
const handlers: Handlers<ContractKey> = {
  ...authHandlers,
  ...accountHandlers,
  ...applicationHandlers,
  ...archiveHandlers,
  ...documentHandlers,
  ...signingHandlers,
  ...outboxHandlers,
  ...siteHandlers,
  ...registrationHandlers,
  ...userHandlers,
  ...clientHandlers,
  ...correctionHandlers,
  ...checkHandlers,
  ...noteHandlers,
  ...notificationHandlers,
  ...ownViewHandlers,
  ...staffApplicationHandlers,
  ...bulkActHandlers,
  ...annualReviewHandlers,
  ...heldActHandlers,
  ...mailPreviewHandlers((key) => handlers[key]),
  ...auditLogHandlers,
  ...securityHandlers,
  ...systemHandlers,
}

/** The contract's own schemas parse what comes in: the compilers of JSON schemas are neither needed nor loaded. */
function noCompiler(): never {
  throw new Error('A route has a JSON schema: requests are parsed by the schemas of src/domain/api.')
}

/** A number of proxies in front means that many hops; addresses are Fastify's own. */
function trustedProxies(setting: Context['settings']['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** Builds the HTTP application over a context; the caller listens and closes. */
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
    // Refused in our own words (node/leave.ts).
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // Addresses that cannot be read are refused before any hook or handler sees them.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  traceRequests(app, context.tracer)
  const halfOpen = limitHalfOpenRequests(app, context.settings)
  turnAwayWhenLeaving(app, context)
  takeOnlyJson(app)
  answerWithProblems(app)
  refuseUnreadablePaths(app)
  await app.register(cookie)
  sendSecurityHeaders(app, { https: context.https, uploadOrigin: context.store.uploadOrigin })
  warnOfUntrustedProxies(app)
  refuseForeignOrigins(app, context.settings.baseUrl)
  await registerMetrics(app, context)
  registerRoutes(app, { context, findActor }, limitMails(handlers))
  await app.register(async (scope) => registerUploadTarget(scope, context, halfOpen))
  await app.register(async (scope) => registerVerifyTarget(scope, context))
  registerSealCertificates(app, context)
  registerHealth(app, context)
  registerApiDocs(app, context)
  await registerPages(app, context)
  return app
}
