import type { Machine } from '#domain/integrations/scopes.ts'
import type { AuthenticatedMachine } from '#server/features/api-tokens/authenticate.ts'
import type { Origin } from '#server/shared/actor.ts'
import type { Context } from '#server/shared/context.ts'

/** A call of a program: authenticated, and with the scope that the call needs. */
export interface PublicCall {
  context: Context
  machine: Machine
  token: AuthenticatedMachine['token']
  origin: Origin
  now: Date
}
