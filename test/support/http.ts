/** A complete response. */
export interface HttpAnswer {
  status: number
  headers: Headers
  /** The raw body. */
  text: string
  /** The body as JSON; undefined if it is not JSON. */
  body: unknown
}

export interface RequestOptions {
  body?: unknown
  headers?: Record<string, string>
}

/** A browser as the server sees it: stores cookies, and sends its site's origin with changes. */
export interface HttpSession {
  cookies: Map<string, string>
  request: (method: string, path: string, options?: RequestOptions) => Promise<HttpAnswer>
  get: (path: string, headers?: Record<string, string>) => Promise<HttpAnswer>
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<HttpAnswer>
  put: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<HttpAnswer>
  patch: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<HttpAnswer>
  delete: (path: string, headers?: Record<string, string>) => Promise<HttpAnswer>
}

function parse(text: string, headers: Headers): unknown {
  return headers.get('content-type')?.includes('json') === true && text !== '' ? JSON.parse(text) : undefined
}

/** Deletes expired cookies, as a browser does. */
function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    const expires = attributes.find((attribute) => /^\s*expires=/iu.test(attribute))?.split('=')[1]
    if (expires !== undefined && new Date(expires).getTime() <= 0) cookies.delete(name)
    else cookies.set(name, pair.slice(name.length + 1))
  }
}

/** @param always headers of every request, such as x-forwarded-for */
export function openHttpSession(url: string, always: Record<string, string> = {}): HttpSession {
  const cookies = new Map<string, string>()
  const request: HttpSession['request'] = async (method, path, { body, headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(method !== 'GET' && { origin: url }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...always,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    keepCookies(cookies, response.headers)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parse(text, response.headers) }
  }
  return {
    cookies,
    request,
    get: (path, headers) => request('GET', path, { headers }),
    post: (path, body, headers) => request('POST', path, { body, headers }),
    put: (path, body, headers) => request('PUT', path, { body, headers }),
    patch: (path, body, headers) => request('PATCH', path, { body, headers }),
    delete: (path, headers) => request('DELETE', path, { headers }),
  }
}

/** The path of a page in the `Link` header; null for none. */
export function linkTo(rel: 'next' | 'first', { headers }: Pick<HttpAnswer, 'headers'>): string | null {
  const links = (headers.get('link') ?? '').split(', ')
  const address = links.find((link) => link.endsWith(`; rel="${rel}"`))?.slice(1, -`>; rel="${rel}"`.length)
  if (address === undefined) return null
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** The ETag of a read without the hash of its body: what is left names an object and its version. */
export function withoutBodyHash(etag: string): string {
  return etag.replace(/^W\/"[\w-]+"$/u, '').replace(/\.[\w-]+"$/u, '"')
}
