import type { z } from 'zod'
import type { Action } from '#domain/authorisation/permissions.ts'

/**
 * Who may call: anyone, or whoever may take an action by the one table of permissions. Which objects a caller reaches
 * follows from the same action, always by the session.
 */
type Access = 'anyone' | Action

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An endpoint's name: its method and path, with parameters in braces as in specification section 7. */
export type EndpointKey = `${Method} /${string}`

/** One call of the API, for the server that answers it, the client that makes it and the document that describes it. */
export interface Endpoint {
  summary: string
  tag: 'Sign-in' | 'Account' | 'Application' | 'Documents' | 'Users' | 'Review' | 'Mail' | 'Security' | 'Site'
  access: Access
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
