import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { decryptText, encryptText } from '#base/server/encryption/text-cipher.ts'
import type { Context } from '#base/server/context.ts'

const LIFETIME_MS = 10 * 60_000
/** Simultaneous sign-ins of one browser, in several tabs. */
const MAX_PENDING = 5
const PREFIX = 'sso-'
const LETTERS_OF_STATE = 6

/** What a sign-in at a provider is for. */
const purposes = ['sign-in', 'prove', 'link', 'test'] as const

const pendingSchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  purpose: z.enum(purposes),
  /** The session that it belongs to; null for a sign-in. */
  sessionId: z.string().nullable(),
  returnTo: z.string().nullable(),
  /** Whether it was started a second time, after the provider's keys had changed. */
  retry: z.boolean(),
  expiresAt: z.number(),
})

/** A sign-in at a provider that is under way: stored in the browser alone, so strangers write no rows. */
export type PendingSignIn = z.infer<typeof pendingSchema>

/** A call that reads and sets cookies. */
export interface CookieCall {
  context: Pick<Context, 'keyring' | 'https'>
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

function cookieName(https: boolean, name: string): string {
  return `${https ? '__Host-' : ''}${PREFIX}${name}`
}

/** Stores an encrypted value in the browser for ten minutes. Lax: the provider's page sends the browser back. */
export function setEncryptedCookie(
  { context: { keyring, https }, now, reply }: CookieCall,
  name: string,
  value: object,
): void {
  const encrypted = encryptText(keyring, JSON.stringify(value), `cookie ${PREFIX}${name}`)
  reply.setCookie(cookieName(https, name), encrypted, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: https,
    expires: new Date(now.getTime() + LIFETIME_MS),
  })
}

/** Reads an encrypted cookie; null where it is missing, changed, or not of this form. */
export function readEncryptedCookie<Schema extends z.ZodType>(
  { context: { keyring, https }, request }: Omit<CookieCall, 'reply' | 'now'>,
  name: string,
  schema: Schema,
): z.output<Schema> | null {
  const encrypted = request.cookies[cookieName(https, name)]
  if (encrypted === undefined) return null
  try {
    return schema.parse(JSON.parse(decryptText(keyring, encrypted, `cookie ${PREFIX}${name}`)))
  } catch {
    return null
  }
}

export function clearEncryptedCookie({ context: { https }, reply }: CookieCall, name: string): void {
  reply.clearCookie(cookieName(https, name), { path: '/', httpOnly: true, sameSite: 'lax', secure: https })
}

/** Remembers a sign-in that begins. Too many at once replace each other. */
export function rememberPending(call: CookieCall, pending: Omit<PendingSignIn, 'expiresAt'>): void {
  const prefix = cookieName(call.context.https, '')
  const others = Object.keys(call.request.cookies).filter((name) => name.startsWith(prefix))
  if (others.length >= MAX_PENDING)
    for (const name of others) clearEncryptedCookie(call, name.slice(prefix.length))
  setEncryptedCookie(call, nameOf(pending.state), { ...pending, expiresAt: call.now.getTime() + LIFETIME_MS })
}

/** Takes the sign-in with this state out of the browser; null where it began elsewhere, or too long ago. */
export function takePending(call: CookieCall, state: string): PendingSignIn | null {
  const name = nameOf(state)
  const pending = readEncryptedCookie(call, name, pendingSchema)
  clearEncryptedCookie(call, name)
  return pending !== null && pending.state === state && pending.expiresAt > call.now.getTime()
    ? pending
    : null
}

function nameOf(state: string): string {
  return state.slice(0, LETTERS_OF_STATE).replaceAll(/[^\w-]/gu, '')
}
