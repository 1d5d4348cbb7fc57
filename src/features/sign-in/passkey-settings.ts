import { z } from 'zod'

/** Where passkeys belong to. */
export interface PasskeySettings {
  /** The domain of passkeys; undefined: the host name of `baseUrl`. */
  passkeyRpId: string | undefined
  /** Whether the server may start although there are passkeys of another domain. */
  passkeyRpIdChanged: boolean
}

/** Their environment variables. */
export const passkeyVariables = z.object({
  PASSKEY_RP_ID: z
    .string()
    .regex(/^(?!-)[a-z\d-]+(?:\.[a-z\d-]+)+$/u, 'use a domain in lower case, such as firm.example')
    .optional()
    .meta({
      description:
        'the domain that [passkeys](passkeys.md#the-domain-of-passkeys) belong to: the host name of `BASE_URL`, or a domain above it; decide before the first passkey',
      unset: 'the host name of `BASE_URL`',
    }),
  PASSKEY_RP_ID_CHANGED: z.enum(['0', '1'], { error: 'use 1 or 0' }).optional().meta({
    description:
      '1: start although there are passkeys of another domain, which no longer work; their owners sign in with passwords',
    unset: '0',
  }),
})

/** The settings from the variables. */
export function toPasskeySettings(env: z.infer<typeof passkeyVariables>): PasskeySettings {
  return { passkeyRpId: env.PASSKEY_RP_ID, passkeyRpIdChanged: env.PASSKEY_RP_ID_CHANGED === '1' }
}

/** Whether passkeys of a domain work at a host: browsers accept the host itself and domains above it. */
export function isDomainOf(domain: string, host: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

declare module '#base/server/config/settings.ts' {
  interface Settings extends PasskeySettings {}
}
