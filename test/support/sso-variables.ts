import type { IdentityProvider } from './identity-provider.ts'

/** A site's settings for a provider of single sign-on, for people with addresses of `domains`. */
export function ssoVariables(
  { issuer, clientId, clientSecret }: IdentityProvider,
  { name = 'TEST', domains = 'test.example' } = {},
): Record<string, string> {
  return {
    [`OIDC_${name}_ISSUER`]: issuer,
    [`OIDC_${name}_CLIENT_ID`]: clientId,
    [`OIDC_${name}_CLIENT_SECRET`]: clientSecret,
    [`OIDC_${name}_DOMAINS`]: domains,
  }
}
