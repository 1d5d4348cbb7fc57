import type { z } from 'zod'
import type { Role } from '#domain/users/roles.ts'

/**
 * Who may call: anyone, anyone who is signed in, or the roles listed. Which objects a caller reaches is decided
 * by the server's queries, always from the session.
 */
export type Access = 'anyone' | 'signedIn' | readonly Role[]

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An endpoint's name: its method and path, with parameters in braces as in specification section 7. */
export type EndpointKey = `${Method} /${string}`

/** One call of the API, for the server that answers it, the client that makes it and the document that describes it. */
export interface Endpoint {
  summary: string
  tag: 'Sign-in' | 'Application' | 'Documents' | 'Users' | 'Review' | 'Site'
  access: Access
  /** Whether somebody who signed in with a temporary password may call it before choosing a new one. */
  beforePasswordIsChosen?: true
  params?: z.ZodObject
  query?: z.ZodObject
  /** What is not in the schema is refused. */
  body?: z.ZodObject
  /** JSON in this shape, a file, or nothing (204). */
  answer: z.ZodType | 'file' | 'nothing'
  /** The status of success where it is not 200. */
  status?: 201
}

/** Keeps the exact type of a group of endpoints while checking it. */
export function endpoints<const Group extends Record<EndpointKey, Endpoint>>(group: Group): Group {
  return group
}
