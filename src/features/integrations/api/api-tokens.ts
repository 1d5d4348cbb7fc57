import { z } from 'zod'
import { lineOfText } from '#base/rules/input/text.ts'
import { tokenDays, tokenScopes } from '#features/integrations/rules/scopes.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { proofFields } from '#features/access/api/own-proof.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const one = z.strictObject({ id: z.uuid() })

const MAX_NETWORKS = 10
const network = z.union([z.cidrv4(), z.cidrv6()], { error: 'Please enter a network such as 196.25.1.0/24' })

const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Whose clients it reads; null for all. */
  manager: z.object({ id: z.uuid().nullable(), name: z.string() }).nullable(),
  networks: z.array(z.string()),
  createdAt: timestamp,
  /** Who created it; null for a deleted account. `left`: their account is deactivated. */
  createdBy: z.object({ name: z.string(), left: z.boolean() }).nullable(),
  expiresAt: timestamp,
  revokedAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  lastUsedIp: z.string().nullable(),
})

export type ApiToken = z.infer<typeof apiToken>

const created = z.object({
  apiToken,
  /** `obt_...`, shown only now. */
  token: z.string(),
})

/** Tokens of programs, for system administrators. */
export const apiTokenEndpoints = endpoints({
  'GET /api/system-admin/api-tokens': {
    summary: 'List the API tokens, latest first',
    tag: 'Integrations',
    access: 'api-tokens.administer',
    answer: z.array(apiToken),
  },
  'POST /api/system-admin/api-tokens': {
    summary: 'Create an API token, which is shown only now',
    tag: 'Integrations',
    access: 'api-tokens.administer',
    body: z.strictObject({
      name: lineOfText(80).min(1, 'Please enter a name'),
      scopes: z
        .array(z.enum(tokenScopes))
        .min(1, 'Please choose at least one scope')
        .overwrite((scopes) => [...new Set(scopes)]),
      /** A wealth manager, to whose clients it is limited. */
      managerId: z.uuid().optional(),
      networks: z.array(network).max(MAX_NETWORKS, `Please enter at most ${MAX_NETWORKS} networks`),
      days: z.literal([...tokenDays]),
      ...proofFields,
    }),
    answer: created,
    status: 201,
    repeated: 'keyed',
  },
  'POST /api/system-admin/api-tokens/{id}/rotation': {
    summary: 'Create a token with the same settings; the previous one ends after 24 hours',
    tag: 'Integrations',
    access: 'api-tokens.administer',
    params: one,
    body: z.strictObject(proofFields),
    answer: created,
    status: 201,
    repeated: 'keyed',
  },
  'DELETE /api/system-admin/api-tokens/{id}': {
    summary: 'Revoke a token: it ends with the next request',
    tag: 'Integrations',
    access: 'api-tokens.administer',
    params: one,
    answer: 'nothing',
    repeated: 'same',
  },
})

type ApiTokenEndpoints = typeof apiTokenEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends ApiTokenEndpoints {}
}
