import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ListedUser } from '#features/accounts/api/users.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { Application } from '#features/applications/api/application.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { openHttpSession, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { besideServer } from '../crash/kill/beside-server.ts'
import { NoAnswer, browserOf, type Journal } from '../crash/kill/client.ts'
import type { Site } from './site.ts'

/** A keyed operation of a staff user. */
interface CommandContext {
  key: string
  method: 'POST' | 'PATCH'
  path: string
  body: Readonly<Record<string, unknown>>
  /** Its action in the audit log. */
  action: 'user.created' | 'application.status-changed'
  /** The object's id in the audit log; for a new user it is known from the response. */
  objectId?: string
  heard?: string
}

/** A staff user who opens accounts and marks applications as onboarded. */
export interface StaffJournal {
  username: string
  acts: readonly CommandContext[]
  /** Performs the next operation, if any. @returns whether there was a response */
  act: (clients: readonly Journal[]) => Promise<boolean>
  /** Repeats all operations: completed ones return their first response, others are performed now. */
  expectAll: () => Promise<void>
}

const PASSWORD = 'four quiet herons wading'
const STEP = { from: 'submitted', to: 'onboarded' } as const satisfies Record<string, ApplicationStatus>

/** Below the limit of 100 invitations per hour. */
const MAX_ACCOUNTS = 90

const address = { 'x-forwarded-for': '10.2.0.1' }

/** A new signed-in staff user. */
export async function signInStaff(
  site: Site,
  role: 'system_administrator' | 'admin',
): Promise<HttpSession & { username: string }> {
  const { username } = await besideServer(site, (context) => makeUser(context, { role, password: PASSWORD }))
  const session = openHttpSession(site.balancer.url, address)
  expect((await session.post('/api/login', { username, password: PASSWORD })).status).toBe(200)
  return { ...session, username }
}

/** A new signed-in user with both permissions. */
export async function openStaff(site: Site): Promise<StaffJournal> {
  const { url } = site.balancer
  const system = await signInStaff(site, 'system_administrator')
  const sessions = { POST: system, PATCH: await signInStaff(site, 'admin') }
  const acts: CommandContext[] = []
  const taken = new Set<string>()

  /** Calls now and then, so that fast clocks do not end the session as idle. */
  const stayIn = async () => {
    await sessions.PATCH.get('/api/user').catch(() => {
      throw new NoAnswer()
    })
  }
  const perform = async (act: CommandContext): Promise<HttpAnswer> => {
    const { method, path, body, key } = act
    const answer = await sessions[method]
      .request(method, path, { body, headers: { 'idempotency-key': key } })
      .catch(() => {
        throw new NoAnswer()
      })
    if (answer.status === 503) throw new NoAnswer()
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  const doOnce = async (act: CommandContext) => {
    const { text, body } = await perform(act)
    act.heard ??= text
    act.objectId ??= (body as { user: ListedUser }).user.id
    return text
  }
  const nextFor = async (clients: readonly Journal[]): Promise<CommandContext | null> => {
    const waiting = clients.find(
      ({ submission, username }) => submission === 'acknowledged' && !taken.has(username),
    )
    const key = randomUUID()
    if (waiting === undefined) {
      if (acts.filter(({ method }) => method === 'POST').length >= MAX_ACCOUNTS) return null
      const body = { username: `${randomUUID()}@test.example`, fullName: 'Thandi Nkosi', role: 'admin' }
      return { key, method: 'POST', path: '/api/system-admin/users', body, action: 'user.created' }
    }
    const answer = await browserOf(waiting, url)
      .get('/api/application')
      .catch(() => {
        throw new NoAnswer()
      })
    if (answer.status !== 200) throw new NoAnswer()
    taken.add(waiting.username)
    const { id } = answer.body as Application
    return {
      key,
      method: 'PATCH',
      path: `/api/admin/applications/${id}/status`,
      body: { status: STEP.to, expectedStatus: STEP.from },
      action: 'application.status-changed',
      objectId: id,
    }
  }
  return {
    username: system.username,
    acts,
    async act(clients) {
      try {
        await stayIn()
        const act = await nextFor(clients)
        if (act === null) return true
        acts.push(act)
        await doOnce(act)
        return true
      } catch (error) {
        if (error instanceof NoAnswer) return false
        throw error
      }
    },
    async expectAll() {
      for (const act of acts) expect([act.path, await doOnce(act)]).toEqual([act.path, act.heard])
    },
  }
}
