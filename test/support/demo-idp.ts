import { startIdentityProvider } from './identity-provider.ts'

/** An identity provider on this machine, to try single sign-on with the demo data. It has no passwords. */
const site = process.env['SITE'] ?? 'http://localhost:3000'
const port = Number(process.env['IDP_PORT'] ?? '4400')

const { issuer, clientId, clientSecret } = await startIdentityProvider({
  site,
  port,
  page: true,
  people: {
    'u-1001': {
      name: 'Nomsa Dlamini',
      email: 'admin@demo.example',
      email_verified: true,
      roles: ['Onboarding.Admin'],
    },
    'u-1002': {
      name: 'Pieter Botha',
      email: 'manager@demo.example',
      email_verified: true,
      roles: ['Onboarding.Manager'],
    },
    'u-1003': { name: 'Ayesha Khan', email: 'system@demo.example', email_verified: true, roles: [] },
    'u-1004': { name: 'An unverified address', email: 'admin@demo.example', email_verified: false },
    'u-1005': { name: 'A stranger', email: 'stranger@demo.example', email_verified: true },
  },
})

process.stdout.write(`The demo identity provider listens on ${issuer}. Start the site with:

OIDC_PROVIDERS=test \\
OIDC_TEST_LABEL="Demo Provider" \\
OIDC_TEST_ISSUER=${issuer} \\
OIDC_TEST_CLIENT_ID=${clientId} \\
OIDC_TEST_CLIENT_SECRET=${clientSecret} \\
OIDC_TEST_DOMAINS=demo.example \\
OIDC_TEST_ROLE_CLAIM=roles \\
OIDC_TEST_ROLES=admin=Onboarding.Admin,wealth_manager=Onboarding.Manager \\
BASE_URL=${site} npm start
`)
