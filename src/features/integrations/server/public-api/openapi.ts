import { problemSchema } from '#base/rules/api/problem.ts'
import { fileTypes } from '#base/rules/files/file-types.ts'
import {
  publicApi,
  publicEnums,
  publicSchemas,
  type PublicEndpoint,
} from '#features/integrations/rules/public-api/contract.ts'
import {
  describeErrors,
  IF_NONE_MATCH,
  refsToHeaders,
  responseHeaders,
} from '#base/server/openapi/describe-errors.ts'
import {
  createComponents,
  parametersOf,
  referredTo,
  usedHeaders,
  type Components,
  type Json,
  type Site,
} from '#base/server/openapi/describe-schemas.ts'
import { operationName, schemaName } from '#base/server/openapi/operation-names.ts'

/** The OpenAPI 3.1 document of `/api/v1`. */
export function describePublicApi({ firmName, origin }: Site): Json {
  const components = createComponents({
    shared: { ...publicSchemas, Problem: problemSchema },
    enums: publicEnums,
    enumDescription: 'Values may be added: expect ones that you do not know.',
  })
  const problem = components.refer(problemSchema, 'Problem', 'output')
  const paths = Object.fromEntries(
    Object.entries<PublicEndpoint>(publicApi).map(([key, endpoint]) => [
      key.slice('GET '.length),
      { get: describe(key, endpoint, components) },
    ]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: `${firmName}: client onboarding, API for programs`,
      version: '1',
      description:
        'Read-only. Send the token as "Authorization: Bearer obt_...". Within version 1 fields, values of enums and errors are only added: ignore those that you do not know. Amounts are rand.',
    },
    servers: [{ url: origin }],
    security: [{ token: [] }],
    tags: [{ name: 'Programs' }],
    paths,
    components: {
      schemas: extensible(referredTo(components.schemas(), [paths, problem])),
      headers: usedHeaders(responseHeaders, paths),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function describe(
  key: string,
  { summary, scope, expand, params, query, answer }: PublicEndpoint,
  components: Components,
): Json {
  const operationId = operationName(key, answer)
  const isPaged = query !== undefined && 'cursor' in query.shape
  const limited = ['RateLimit', 'RateLimit-Policy'] as const
  const headers = refsToHeaders([
    ...limited,
    'ETag',
    ...(isPaged ? (['Link', 'X-Total-Count'] as const) : []),
  ])
  const content =
    answer === 'file'
      ? files
      : {
          'application/json': {
            schema: components.refer(answer, schemaName(operationId, 'Answer'), 'output'),
          },
        }
  return {
    operationId,
    summary,
    tags: ['Programs'],
    description: [
      scope === null ? 'Any token.' : `Scope: ${scope}.`,
      ...(expand === undefined ? [] : [`With expand also: ${expand}.`]),
    ].join(' '),
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(answer === 'file' ? [] : [IF_NONE_MATCH]),
    ],
    responses: {
      200: { description: 'Success', content, headers: answer === 'file' ? refsToHeaders(limited) : headers },
      ...(answer !== 'file' && {
        304: { description: 'Nothing changed', headers: refsToHeaders(['ETag', ...limited]) },
      }),
      ...describeErrors(
        {
          400: [],
          401: ['signed-out'],
          403: ['insufficient-scope'],
          404: [],
          ...(answer === 'file' && { 409: [] }),
          ...(query !== undefined && 'after' in query.shape && { 410: ['events-deleted'] as const }),
          429: ['throttled'],
          503: [],
        },
        {
          headers: ['RateLimit-Policy'],
          headersOf: {
            401: ['WWW-Authenticate'],
            403: ['WWW-Authenticate', 'RateLimit'],
            404: ['RateLimit'],
            429: ['RateLimit'],
          },
        },
      ),
    },
  }
}

const files: Json = Object.fromEntries(
  Object.keys(fileTypes).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
)

/** Schemas that accept further fields in every object: later releases may add some. */
function extensible(schemas: Json): Json {
  const opened = JSON.stringify(schemas, (name, value: unknown) =>
    name === 'additionalProperties' && value === false ? undefined : value,
  )
  return JSON.parse(opened) as Json
}
