import { z } from 'zod'
import { contract } from '#app/contract.ts'
import type { Endpoint } from '#features/access/api/endpoint.ts'
import { problemSchema } from '#base/rules/api/problem.ts'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import { roles } from '#features/access/rules/roles.ts'

/** A part of an OpenAPI document. */
export type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the contract: the same schemas that parse the requests. */
export function describeApi(title: string): Json {
  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of Object.entries<Endpoint>(contract)) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeEndpoint(key, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'Client onboarding. Amounts are rand with at most two decimals.',
    },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
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

function describeEndpoint(key: string, endpoint: Endpoint): Json {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.repeated === 'keyed' ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: key.replaceAll(/[^A-Za-z]+/gu, '-').replaceAll(/^-|-$/gu, ''),
    summary: endpoint.summary,
    description: describeAccess(endpoint),
    tags: [endpoint.tag],
    ...(endpoint.access === 'anyone' ? {} : { security: [{ session: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body && {
      requestBody: { content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } },
    }),
    responses: {
      ...successOf(endpoint),
      default: {
        description: 'An error, as problem details (RFC 9457)',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function describeAccess({ access }: Endpoint): string {
  if (access === 'anyone') return 'Anyone.'
  const who = roles.filter((role) => scopeOf(role, access) !== 'none')
  return who.length === roles.length ? 'Any signed-in user.' : `Roles: ${who.join(', ')}.`
}

/** The success response of an endpoint. */
function successOf({ answer, status }: Pick<Endpoint, 'answer' | 'status'>): Json {
  if (answer === 'nothing') return { 204: { description: 'Done' } }
  if (answer === 'redirect') return { 303: { description: 'Redirect' } }
  const content =
    answer === 'file'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: jsonSchema(answer, 'output') } }
  return { [status ?? 200]: { description: 'Success', content } }
}

/** The parameters of a schema's fields. */
export function parametersOf(schema: z.ZodObject | undefined, location: 'path' | 'query'): Json[] {
  const { properties = {} } = schema === undefined ? {} : jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path',
    schema: field,
  }))
}

/** The JSON schema of a Zod schema. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): { properties?: Json } {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
