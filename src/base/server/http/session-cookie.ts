import type { FastifyReply, FastifyRequest } from 'fastify'

/** `__Host-` binds the cookie to this host over HTTPS; browsers reject the prefix over plain HTTP. */
function cookieName(https: boolean): string {
  return https ? '__Host-session' : 'session'
}

/** The session token from the cookie. */
export function readSessionToken(request: FastifyRequest, https: boolean): string | undefined {
  return request.cookies[cookieName(https)]
}

/**
 * Whether a request extends its session. Our pages mark what no user asked for (`X-Background`): a page left open must
 * not keep a session alive. A mark that is left out gains nothing that a session does not allow anyway.
 */
export function extendsSession({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['x-background'] === undefined
}

/** Sets the session cookie: not readable by scripts, and not sent with cross-site requests. */
export function setSessionCookie(reply: FastifyReply, https: boolean, token: string, endsAt: Date): void {
  reply.setCookie(cookieName(https), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
    expires: endsAt,
  })
}

/** Clears the session cookie. */
export function clearSessionCookie(reply: FastifyReply, https: boolean): void {
  reply.clearCookie(cookieName(https), { path: '/', httpOnly: true, sameSite: 'lax', secure: https })
}
