import type { z } from 'zod'
import type { Action } from '#domain/authorisation/permissions.ts'

/**
 * Who may call: anyone, or whoever may take an action by the one table of permissions. Which objects a caller reaches
 * follows from the same action, always by the session.
 */
type Access = 'anyone' | Action

/**
 * What comes of a call that is sent once more because its answer was lost (docs/decisions/0032):
 * - `keyed`: it creates or sends something. With the same `Idempotency-Key` it is done once and answered the same.
 * - `same`: once more changes nothing, by what it means: a value is set, something is gone.
 * - `anew`: each is an attempt of its own, that is counted or asks for proof.
 */
type Repeated = 'keyed' | 'same' | 'anew'

type ChangingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API, for the server that answers it, the client that makes it and the document that describes it. */
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
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  /** What is not in the schema is refused. */
  body?: z.ZodObject
  /** JSON in this shape, a file, or nothing (204). */
  answer: z.ZodType | 'file' | 'nothing'
  /** The status of success where it is not 200. */
  status?: 201
  repeated?: Repeated
}

/** Calls by their names, method and path with parameters in braces as in specification section 7: one that changes something says what comes of it when it is repeated. */
type Group = Record<`GET /${string}`, Endpoint> &
  Record<`${ChangingMethod} /${string}`, Endpoint & { repeated: Repeated }>

/** Keeps the exact type of a group of endpoints while checking it. */
export function endpoints<const Endpoints extends Group>(group: Endpoints): Endpoints {
  return group
}
