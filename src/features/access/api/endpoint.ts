import type { z } from 'zod'
import type { Action } from '#features/access/rules/authorisation/permissions.ts'

/**
 * Who may call: anyone, or roles that the permission table allows this action. The same action determines which objects
 * are in scope.
 */
type Access = 'anyone' | Action

/**
 * How a repeated call behaves when the first response was lost (docs/decisions/0032). `keyed`: it creates or sends
 * something, once per `Idempotency-Key`, with the same response. `same`: idempotent by nature: it sets a value or
 * deletes something. `attempt`: each call is a separate attempt that is counted or needs proof.
 */
type Repeated = 'keyed' | 'same' | 'attempt'

type ChangingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API, for server, client and the OpenAPI document. */
export interface Endpoint {
  summary: string
  tag:
    | 'Sign-in'
    | 'Account'
    | 'Application'
    | 'Documents'
    | 'Signing'
    | 'Users'
    | 'Review'
    | 'Mail'
    | 'Security'
    | 'Site'
    | 'Firm'
    | 'Integrations'
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  /** Unknown properties are rejected. */
  body?: z.ZodObject
  /** JSON of this shape, a file, a redirect (303), or nothing (204). */
  answer: z.ZodType | 'file' | 'redirect' | 'nothing'
  /** Success status, unless it is 200. */
  status?: 201
  repeated?: Repeated
  /** Whether it takes If-Match: 412 once the object has changed. */
  ifMatch?: true
}

/**
 * Calls by method and path, with parameters in braces as in specification section 7. Calls that change something
 * declare `repeated`.
 */
type Group = Record<`GET /${string}`, Endpoint> &
  Record<`${ChangingMethod} /${string}`, Endpoint & { repeated: Repeated }>

/** Type-checks a group of endpoints and keeps its exact type. */
export function endpoints<const Endpoints extends Group>(group: Endpoints): Endpoints {
  return group
}
