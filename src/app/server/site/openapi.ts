import { z } from 'zod'
import { annualReviewSchema } from '#features/annual-reviews/api.ts'
import { applicationSchema } from '#features/applications/api/application.ts'
import { approvalSchema } from '#features/approvals/api.ts'
import { askedRoundSchema } from '#features/applications/api/asked-round.ts'
import { sessionUserSchema } from '#features/access/api/auth.ts'
import { contract } from '#app/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import { accountProofSchema, ownProofSchema } from '#features/access/api/own-proof.ts'
import { passkeyAnswerSchema } from '#features/access/api/passkey-answers.ts'
import { problemCodes, problemError, problemSchema, missingSchema } from '#base/rules/api/problem.ts'
import { holdSchema } from '#features/due-diligence/api/retention-holds.ts'
import { ratingView } from '#features/due-diligence/api/risk-rating.ts'
import { editionSchema } from '#features/screening/api/lists.ts'
import { hitSchema } from '#features/screening/api/screening.ts'
import {
  listedApplicationSchema,
  reviewedApplicationSchema,
} from '#features/review/api/staff-applications.ts'
import { uploadedFileSchema } from '#features/applications/api/uploaded-file.ts'
import { actionNames } from '#features/access/rules/lifecycle/transitions.ts'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { countries } from '#features/applications/rules/wizard/countries.ts'
import { fieldNames } from '#features/applications/rules/wizard/questionnaire.ts'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import { documentKindNames } from '#features/applications/rules/documents/kinds.ts'
import { taskNames, taskStates } from '#features/due-diligence/rules/tasks.ts'
import { eventTypes } from '#features/applications/rules/events.ts'
import { tokenScopes } from '#features/integrations/rules/scopes.ts'
import { roles } from '#features/access/rules/roles.ts'
import {
  describeErrors,
  IF_NONE_MATCH,
  refsToHeaders,
  responseHeaders,
  sharedErrors,
  signedInCodes,
  type ErrorCodes,
  type ErrorStatus,
} from '#base/server/openapi/describe-errors.ts'
import {
  createComponents,
  parametersOf,
  referredTo,
  usedHeaders,
  usedResponses,
  type Components,
  type Json,
  type Site,
} from '#base/server/openapi/describe-schemas.ts'
import type { ContractKey } from '#base/rules/api/contract.ts'
import { operationName, schemaName } from '#base/server/openapi/operation-names.ts'
import { errorsOfCalls } from './errors-of-calls.ts'

/** Schemas that answers and requests share; others are named after the first call that has them. */
const shared = {
  Application: applicationSchema,
  ApplicationSummary: listedApplicationSchema,
  ReviewedApplication: reviewedApplicationSchema,
  AnnualReview: annualReviewSchema,
  Approval: approvalSchema,
  CorrectionRequest: askedRoundSchema,
  Document: uploadedFileSchema,
  ListVersion: editionSchema,
  MissingRequirement: missingSchema,
  PasskeyAnswer: passkeyAnswerSchema,
  PotentialMatch: hitSchema,
  Problem: problemSchema,
  ProblemError: problemError,
  Proof: ownProofSchema,
  AccountProof: accountProofSchema,
  RetentionHold: holdSchema,
  RiskRating: ratingView,
  User: sessionUserSchema,
}

const namedEnums = {
  ApplicationStatus: applicationStatuses,
  Country: countries,
  DocumentKind: documentKindNames,
  DueDiligenceTask: taskNames,
  DueDiligenceTaskState: taskStates,
  EventType: eventTypes,
  ProblemCode: problemCodes,
  QuestionName: fieldNames,
  Role: roles,
  StatusAction: actionNames,
  TokenScope: tokenScopes,
} as const

/** The OpenAPI 3.1 document of the contract: the same schemas that parse the requests. */
export function describeApi({ firmName, origin }: Site): Json {
  const components = createComponents({ shared, enums: namedEnums })
  const problem = components.refer(problemSchema, 'Problem', 'output')
  const paths: Record<string, Json> = {}
  // Schemas are named after the reads that return them, where there are some.
  const calls = (Object.entries(contract) as [ContractKey, Endpoint][]).toSorted(
    ([one], [other]) => Number(other.startsWith('GET ')) - Number(one.startsWith('GET ')),
  )
  for (const [key, endpoint] of calls) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeEndpoint(key, endpoint, components) }
  }
  const responses = usedResponses(sharedErrors, paths)
  return {
    openapi: '3.1.0',
    info: {
      title: `${firmName}: client onboarding`,
      version: '1',
      description: 'Client onboarding. Amounts are rand with at most two decimals.',
    },
    servers: [{ url: origin }],
    security: [{ session: [] }],
    tags: [...new Set(calls.map(([, { tag }]) => tag))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      schemas: referredTo(components.schemas(), [paths, problem]),
      responses,
      headers: usedHeaders(responseHeaders, [paths, responses]),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  }
}

/** draft-ietf-httpapi-idempotency-key-header. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the caller, such as a UUID. Repeating the same request with the same key within 24 hours returns the first response and has no further effect. With a different request: 422.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the version that you have seen. Once another was saved: 412.',
  schema: { type: 'string' },
}

function describeEndpoint(key: ContractKey, endpoint: Endpoint, components: Components): Json {
  const operationId = operationName(key, endpoint.answer)
  const isRead = key.startsWith('GET ') && endpoint.answer instanceof z.ZodType
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(isRead ? [IF_NONE_MATCH] : []),
    ...(endpoint.ifMatch === true ? [IF_MATCH] : []),
    ...(endpoint.repeated === 'keyed' ? [IDEMPOTENCY_KEY] : []),
  ]
  const { body } = endpoint
  return {
    operationId,
    summary: endpoint.summary,
    description: describeAccess(endpoint),
    tags: [endpoint.tag],
    ...(endpoint.access === 'anyone' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: {
          'application/json': { schema: components.refer(body, schemaName(operationId, 'Request'), 'input') },
        },
      },
    }),
    responses: {
      ...successOf(endpoint, operationId, components),
      ...(isRead && { 304: { description: 'Nothing changed', headers: refsToHeaders(['ETag']) } }),
      ...describeErrors(errorsOf(key)),
    },
  }
}

function describeAccess({ access }: Endpoint): string {
  if (access === 'anyone') return 'Anyone.'
  const who = roles.filter((role) => scopeOf(role, access) !== 'none')
  return who.length === roles.length ? 'Any signed-in user.' : `Roles: ${who.join(', ')}.`
}

/** What every call of its kind may answer: before its handler runs, or around it. */
export function sharedErrorsOf(key: string, endpoint: Endpoint): ErrorCodes {
  const isSignedIn = endpoint.access !== 'anyone'
  // Other sites may neither change anything nor embed what redirects.
  const refusesForeign = !key.startsWith('GET ') || endpoint.answer === 'redirect'
  const { 409: conflicts, 429: throttled } = signedInCodes
  return {
    400: [],
    ...(isSignedIn && signedInCodes),
    ...(!isSignedIn && refusesForeign && { 403: [] }),
    409: conflicts,
    ...(endpoint.body !== undefined && { 413: [], 415: [] }),
    // The stored response may be out of scope by now.
    ...(endpoint.repeated === 'keyed' && { 404: [], 422: [] }),
    429: throttled,
    503: [],
  }
}

/** The statuses and codes of a call: those of every such call, and those of its handler. */
export function errorsOf(key: ContractKey): ErrorCodes {
  const [every, own] = [sharedErrorsOf(key, contract[key]), errorsOfCalls[key] ?? {}]
  const statuses = Object.keys({ ...every, ...own }).map((status) => Number(status) as ErrorStatus)
  return Object.fromEntries(
    statuses.map((status) => [status, [...(every[status] ?? []), ...(own[status] ?? [])]]),
  )
}

/** The success response of an endpoint. */
function successOf(
  { answer, status, query }: Pick<Endpoint, 'answer' | 'status' | 'query'>,
  operationId: string,
  components: Components,
): Json {
  if (answer === 'nothing') return { 204: { description: 'Done' } }
  if (answer === 'redirect') return { 303: { description: 'Redirect' } }
  if (answer === 'file') {
    const file = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    return { 200: { description: 'Success', content: file } }
  }
  const isPaged = query !== undefined && 'cursor' in query.shape
  const headers = refsToHeaders(isPaged ? ['ETag', 'Link', 'X-Total-Count'] : ['ETag'])
  const schema = components.refer(answer, schemaName(operationId, 'Answer'), 'output')
  return { [status ?? 200]: { description: 'Success', headers, content: { 'application/json': { schema } } } }
}
