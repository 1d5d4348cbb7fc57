import { problemSchema } from '#domain/api/problem.ts'
import { publicApi, type PublicEndpoint } from '#domain/public-api/contract.ts'
import { jsonSchema, parametersOf, successOf, type Json } from '#server/features/site/openapi.ts'

/** The OpenAPI 3.1 document of `/api/v1`. */
export function describePublicApi(firmName: string): Json {
  const paths = Object.entries<PublicEndpoint>(publicApi).map(([key, endpoint]) => [
    key.slice('GET '.length),
    { get: describe(key, endpoint) },
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: `${firmName}: client onboarding, API for programs`,
      version: '1',
      description:
        'Read-only. Send the token as "Authorization: Bearer obt_...". Within version 1 fields are only added: ignore those that you do not know. Amounts are rand.',
    },
    paths: Object.fromEntries(paths) as Json,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }],
  }
}

function describe(key: string, { summary, scope, params, query, answer }: PublicEndpoint): Json {
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return {
    operationId: key.replaceAll(/[^A-Za-z0-9]+/gu, '-').replaceAll(/^-|-$/gu, ''),
    summary,
    description: scope === null ? 'Any token.' : `Scope: ${scope}.`,
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    responses: {
      ...successOf({ answer }),
      401: { description: 'The token is not valid here', content: problem },
      403: { description: 'The token lacks the scope', content: problem },
      404: { description: 'Missing, or outside the token’s scope', content: problem },
      429: { description: 'Too many requests; Retry-After says when to continue', content: problem },
    },
  }
}
