import { problemSchema } from '#base/rules/api/problem.ts'
import { fileTypes } from '#base/rules/files/file-types.ts'
import { publicApi, type PublicEndpoint } from '#features/integrations/rules/public-api/contract.ts'
import { jsonSchema, parametersOf, type Json } from '#app/server/site/openapi.ts'

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
      schemas: { Problem: extensible(jsonSchema(problemSchema, 'output')) },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }],
  }
}

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

function describe(key: string, { summary, scope, params, query, answer }: PublicEndpoint): Json {
  return {
    operationId: key.replaceAll(/[^A-Za-z0-9]+/gu, '-').replaceAll(/^-|-$/gu, ''),
    summary,
    description: scope === null ? 'Any token.' : `Scope: ${scope}.`,
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    responses: {
      200: { description: 'Success', content: contentOf(answer) },
      400: { description: 'A parameter is not valid, or the token is in the address', content: PROBLEM },
      401: { description: 'The token is not valid here', content: PROBLEM },
      403: { description: 'The token lacks the scope', content: PROBLEM },
      404: { description: 'Missing, or outside the token’s scope', content: PROBLEM },
      429: { description: 'Too many requests; Retry-After says when to continue', content: PROBLEM },
      default: { description: 'Another error, such as 503 while the service is busy', content: PROBLEM },
    },
  }
}

function contentOf(answer: PublicEndpoint['answer']): Json {
  if (answer !== 'file') return { 'application/json': { schema: extensible(jsonSchema(answer, 'output')) } }
  const file = { schema: { type: 'string', format: 'binary' } }
  return Object.fromEntries(Object.keys(fileTypes).map((type) => [type, file]))
}

/** A schema that accepts further fields in every object: later releases may add some. */
function extensible(schema: Json): Json {
  const opened = JSON.stringify(schema, (name, value: unknown) =>
    name === 'additionalProperties' && value === false ? undefined : value,
  )
  return JSON.parse(opened) as Json
}
