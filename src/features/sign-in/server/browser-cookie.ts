import type { FastifyReply, FastifyRequest } from 'fastify'
import { KNOWN_FOR_MS } from './known-browsers.ts'

const TOKEN = /^[\w-]{43}$/u

function cookieName(https: boolean): string {
  return https ? '__Host-browser' : 'browser'
}

/** The token that a browser got at an earlier sign-in, or null. */
export function readBrowserToken(request: FastifyRequest, https: boolean): string | null {
  const token = request.cookies[cookieName(https)] ?? ''
  return TOKEN.test(token) ? token : null
}

/** Lets the browser be recognised at the next sign-in; it is used for rate limits, and to mark the passkeys of this device. */
export function setBrowserCookie(
  reply: FastifyReply,
  https: boolean,
  { token, now }: { token: string; now: Date },
): void {
  reply.setCookie(cookieName(https), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
    expires: new Date(now.getTime() + KNOWN_FOR_MS),
  })
}
