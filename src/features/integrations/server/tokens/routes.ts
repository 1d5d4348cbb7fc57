import type { apiTokenEndpoints } from '#features/integrations/api/api-tokens.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { createToken, revokeToken, rotateToken } from './manage.ts'
import { listTokens } from './read.ts'

/** Tokens of programs, for system administrators. */
export const apiTokenHandlers: Handlers<keyof typeof apiTokenEndpoints> = {
  'GET /api/system-admin/api-tokens': ({ context }) => listTokens(context.database.db),

  'POST /api/system-admin/api-tokens': (call) =>
    createToken(call, call.body, (tx, created) => call.keep(tx, created)),

  'POST /api/system-admin/api-tokens/{id}/rotation': (call) =>
    rotateToken(call, { ...call.params, ...call.body }, (tx, created) => call.keep(tx, created)),

  async 'DELETE /api/system-admin/api-tokens/{id}'(call) {
    await revokeToken(call, call.params.id)
  },
}
