import type { Machine } from '#features/integrations/rules/scopes.ts'
import type { AuthenticatedMachine } from '#features/integrations/server/tokens/authenticate.ts'
import type { Origin } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'

/** A call of a program: authenticated, and with the scope that the call needs. */
export interface PublicCall {
  context: Context
  machine: Machine
  token: AuthenticatedMachine['token']
  origin: Origin
  now: Date
}
