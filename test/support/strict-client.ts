import { readFileSync } from 'node:fs'

/** A response as read by a client that knows only the specification. */
export interface StrictAnswer {
  status: number
  headers: Headers
  bytes: Buffer
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown
}

/** A client written only from section 7 of the specification: paths, payloads, and the cookie. */
export interface StrictClient {
  /** @param call as in section 7: `PUT /api/admin/applications/{id}/status` */
  call: (call: string, options?: { path?: string; payload?: object }) => Promise<StrictAnswer>
  /** Uploads a file to an `uploadURL`. */
  sendFile: (uploadURL: string, bytes: Buffer, type: string) => Promise<StrictAnswer>
}

/** The calls in the table of section 7. */
export function callsOfSectionSeven(): string[] {
  const text = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8')
  const [, section = ''] = /^## 7\..*?$(.*?)^## 8\./msu.exec(text) ?? []
  return [...section.matchAll(/^\| ((?:GET|POST|PUT|PATCH|DELETE) \S+) \|/gmu)].map(([, call = '']) => call)
}

/**
 * Creates a client without a session.
 *
 * @param made records each call as named in section 7
 */
export function openStrictClient(url: string, made: Set<string>): StrictClient {
  const cookies = new Map<string, string>()
  const send = async (address: string, { headers, ...init }: RequestInit) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { ...init, headers: { cookie, ...headers } as HeadersInit })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.includes('json') === true && bytes.length > 0
    const json: unknown = isJson ? JSON.parse(bytes.toString()) : undefined
    return { status: response.status, headers: response.headers, bytes, json }
  }
  return {
    call(call, { path, payload } = {}) {
      const [method = '', calledPath = ''] = call.split(' ')
      made.add(call)
      const body = payload && {
        body: JSON.stringify(payload),
        headers: { 'content-type': 'application/json' },
      }
      return send(new URL(path ?? calledPath, url).href, { method, ...body })
    },
    sendFile(uploadURL, bytes, type) {
      made.add('PUT {uploadURL}')
      return send(uploadURL, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': type },
      })
    },
  }
}
