import type { FastifyReply, FastifyRequest } from 'fastify'

/** `__Host-` binds the cookie to this very host over HTTPS; browsers refuse the prefix over plain HTTP. */
function cookieName(https: boolean): string {
  return https ? '__Host-session' : 'session'
}

/** The session's token as the browser sent it. */
export function readSessionToken(request: FastifyRequest, https: boolean): string | undefined {
  return request.cookies[cookieName(https)]
}

/** Gives the browser its session: out of reach of scripts, and of other sites' requests. */
export function setSessionCookie(reply: FastifyReply, https: boolean, token: string, endsAt: Date): void {
  reply.setCookie(cookieName(https), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
    expires: endsAt,
  })
}

/** Takes the browser's session away. */
export function clearSessionCookie(reply: FastifyReply, https: boolean): void {
  reply.clearCookie(cookieName(https), { path: '/', httpOnly: true, sameSite: 'lax', secure: https })
}
