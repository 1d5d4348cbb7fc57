import type { FastifyInstance } from 'fastify'

/** Settings that the policies depend on. */
interface Site {
  https: boolean
  /** Upload origin other than this site. */
  uploadOrigin: string | undefined
}

/** Headers of all responses besides the content policy (OWASP, HTTP Headers). */
const ALWAYS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

const OVER_HTTPS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/**
 * A strict content policy: no inline code, and only those inline styles whose hashes are given.
 *
 * @param styles hash sources, such as `'sha256-…'`
 * @param scripts further sources of scripts
 * @returns the value of `content-security-policy`
 */
export function contentPolicy(
  { https, uploadOrigin }: Site,
  styles: readonly string[] = [],
  scripts: readonly string[] = [],
): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'connect-src': uploadOrigin === undefined ? ["'self'"] : ["'self'", uploadOrigin],
    'frame-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(https && { 'upgrade-insecure-requests': [] }),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')
}

/** Adds the security headers to every response. They are computed once. */
export function sendSecurityHeaders(app: FastifyInstance, site: Site): void {
  const headers = {
    ...ALWAYS,
    ...(site.https && OVER_HTTPS),
    'content-security-policy': contentPolicy(site),
  }
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    // Nothing from the API may be cached by intermediaries.
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    next()
  })
}
