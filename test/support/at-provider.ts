import type { HttpSession } from './http.ts'
import type { IdentityProvider } from './identity-provider.ts'

const MAX_HOPS = 12

/**
 * Follows redirects at an identity provider that asks no one, as a browser does.
 *
 * @returns the address at the site that the provider sends the browser to
 */
export async function atProvider(address: string | URL, site: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(address)
  for (let hops = 0; hops < MAX_HOPS && url.origin !== site; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    url = new URL(response.headers.get('location') ?? '', url)
  }
  return url
}

/**
 * Signs in at a provider, which vouches for the address.
 *
 * @param path where the sign-in begins
 * @returns where the site sends the browser in the end
 */
export async function signOn(
  { idp, site }: { idp: IdentityProvider; site: string },
  { browser, email, path = '/api/sso/test/start' }: { browser: HttpSession; email: string; path?: string },
): Promise<string> {
  idp.people.set(email, { email, email_verified: true })
  idp.as(email)
  const started = await browser.get(path)
  const { pathname, search } = await atProvider(started.headers.get('location') ?? '', site)
  return (await browser.get(pathname + search)).headers.get('location') ?? ''
}
