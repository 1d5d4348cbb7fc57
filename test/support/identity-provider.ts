import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import { Provider } from 'oidc-provider'

/** The claims of a person at the provider, without the subject. */
export interface PersonClaims {
  name?: string
  email?: string
  [claim: string]: unknown
}

/** How a provider dates its ID tokens, in seconds. */
interface ProviderClock {
  /** By how much it is ahead of this machine's clock. Null sends no `nbf`, as most do; Entra ID sends it. */
  aheadSeconds: number | null
  lifetimeSeconds: number
}

export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The people by subject; a person that is removed cannot sign in any more. */
  people: Map<string, PersonClaims>
  /** Who signs in next, without a page. */
  as: (subject: string) => void
  /** Methods and class of the next sign-ins. */
  authentication: { amr: string[]; acr: string }
  /** Replaces fields of its metadata; those that are undefined are left out. */
  metadata: Record<string, unknown>
  /** The clock of ID tokens. */
  clock: ProviderClock
  /** Replaces the provider's keys abruptly. */
  changeKeys: () => Promise<void>
  /** A signed logout token; fields replace its claims. */
  logoutToken: (fields?: Record<string, unknown>) => Promise<string>
  stop: () => Promise<void>
  /** Listens again after {@link stop}. */
  start: () => Promise<void>
}

interface Options {
  /** This site's address, with its callback. */
  site: string
  /** The name of the provider in the site's settings. */
  name?: string
  port?: number
  /** Whether people choose on a page, as in the demonstration. */
  page?: boolean
  people: Record<string, PersonClaims>
}

const CLIENT_ID = 'client-onboarding'
const CLIENT_SECRET = 'a-secret-of-the-demonstration-only'
const CLAIMS = [
  'sub',
  'hd',
  'tid',
  'oid',
  'roles',
  'groups',
  'resource_access',
  '_claim_names',
  'hasgroups',
  'acr',
  'amr',
  'auth_time',
  'sid',
  'iat',
  'nbf',
]

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() }
}

/** Starts an identity provider (OpenID Connect) on this machine. */
export async function startIdentityProvider({
  site,
  name = 'test',
  port = 0,
  page = false,
  people: given,
}: Options): Promise<IdentityProvider> {
  const people = new Map(Object.entries(given))
  const authentication = { amr: ['pwd'], acr: 'urn:demo:pwd' }
  const clock: ProviderClock = { aheadSeconds: null, lifetimeSeconds: 3600 }
  const metadata: Record<string, unknown> = {}
  let next = [...people.keys()][0] ?? ''
  let key = await newKey()
  let provider: Provider
  let callback: ReturnType<Provider['callback']>
  const server = createServer((request, response) => void serve(request, response))
  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      server.listen(at, '127.0.0.1', resolve)
    })
  await listen(port)
  const { port: listening } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${listening}`

  function renew(): void {
    provider = makeProvider({ issuer, site, name, people, key, clock })
    provider.use(async (context, following) => {
      await following()
      if (context.oidc?.route === 'discovery') Object.assign(context.body as object, metadata)
    })
    callback = provider.callback()
  }
  renew()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isInteraction = request.url?.startsWith('/interaction/') === true
    if (!isInteraction) {
      void callback(request, response)
      return
    }
    const chosen = page ? await chosenPerson(request) : next
    if (chosen === null && (await asksWho(provider, request, response))) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(choicePage(people))
      return
    }
    await interact(provider, request, response, { subject: chosen ?? '', authentication })
  }

  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    people,
    as: (subject) => {
      next = subject
    },
    authentication,
    metadata,
    clock,
    async changeKeys() {
      key = await newKey()
      renew()
    },
    async logoutToken(fields = {}) {
      const claims = {
        iss: issuer,
        aud: CLIENT_ID,
        sub: next,
        iat: Math.floor(Date.now() / 1000),
        jti: crypto.randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...fields,
      }
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '', typ: 'logout+jwt' })
        .setExpirationTime('10m')
        .sign(await importJWK(key, 'RS256'))
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    start: () => (server.listening ? Promise.resolve() : listen(listening)),
  }
}

interface Facts {
  issuer: string
  site: string
  name: string
  people: ReadonlyMap<string, PersonClaims>
  key: JWK
  clock: ProviderClock
}

function makeProvider({ issuer, site, name, people, key, clock }: Facts): Provider {
  return new Provider(issuer, {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${site}/api/sso/${name}/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        backchannel_logout_uri: `${site}/api/sso/${name}/backchannel-logout`,
        backchannel_logout_session_required: true,
        post_logout_redirect_uris: [`${site}/auth`],
      },
    ],
    findAccount: (_context, subject) => {
      const person = people.get(subject)
      if (person === undefined) return undefined
      return { accountId: subject, claims: () => ({ sub: subject, ...person, ...timesOf(clock) }) }
    },
    claims: { openid: CLAIMS, email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    acrValues: ['urn:demo:pwd', 'urn:demo:mfa'],
    ttl: { IdToken: () => clock.lifetimeSeconds + (clock.aheadSeconds ?? 0) },
    conformIdTokenClaims: false,
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: [crypto.randomUUID()] },
  })
}

function timesOf({ aheadSeconds }: ProviderClock): PersonClaims {
  if (aheadSeconds === null) return {}
  const issuedAt = Math.floor(Date.now() / 1000) + aheadSeconds
  return { iat: issuedAt, nbf: issuedAt }
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { subject, authentication }: { subject: string; authentication: IdentityProvider['authentication'] },
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    const login = { accountId: subject, ...authentication }
    return provider.interactionFinished(request, response, { login })
  }
  const accountId = session?.accountId ?? subject
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = known ?? new provider.Grant({ accountId, clientId: CLIENT_ID })
  grant.addOIDCScope(String(params['scope']))
  const consent = { grantId: await grant.save() }
  return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
}

/** Whether an interaction asks who signs in; the consent that follows needs no page. */
async function asksWho(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return (await provider.interactionDetails(request, response)).prompt.name === 'login'
}

/** The person who was chosen on the page; null before that. */
async function chosenPerson(request: IncomingMessage): Promise<string | null> {
  if (request.method !== 'POST') return null
  return new URLSearchParams(await text(request)).get('person')
}

function choicePage(people: ReadonlyMap<string, PersonClaims>): string {
  const buttons = [...people].map(([subject, { name = subject, email = 'no address' }]) => {
    const label = `${name} (${email})`
    return `<p><button name="person" value="${encodeURIComponent(subject)}">${label.replaceAll(/[<>&"]/gu, '')}</button></p>`
  })
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Demo identity provider</title><h1>Demo identity provider</h1><p>Who are you?</p><form method="post">${buttons.join('')}</form></html>`
}
