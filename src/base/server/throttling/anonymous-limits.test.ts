import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { type Contract, type ContractKey } from '#base/rules/api/contract.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { verify } from '#test/support/signing.ts'
import { limits, type LimitName } from './limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type AnonymousKey = {
  [Key in ContractKey]: Contract[Key]['access'] extends 'anyone' ? Key : never
}[ContractKey]

/** A call limited by address, with a different body for each number. */
interface Limited {
  limit: LimitName
  body: (number: number) => unknown
}

const username = (number: number) => `stranger-${number}@test.example`

/** Every call without a session: its rate limit, or why it needs none. */
const anonymous: Record<
  AnonymousKey,
  Limited | 'counts as a sign-in' | 'changes nothing' | 'needs a secret of 256 bits' | 'needs a provider'
> = {
  'POST /api/login': {
    limit: 'address',
    body: (number) => ({ username: username(number), password: 'a quiet harbour' }),
  },
  'POST /api/invitation': 'counts as a sign-in',
  'POST /api/register': {
    limit: 'registrationFromAddress',
    body: (number) => ({ username: username(number), password: 'a quiet harbour wall' }),
  },
  'POST /api/request-password-reset': {
    limit: 'resetFromAddress',
    body: (number) => ({ username: username(number) }),
  },
  'POST /api/broken-pages': { limit: 'brokenPages', body: () => ({ kind: 'TypeError', places: [] }) },
  'POST /api/phone': { limit: 'phoneLink', body: (number) => ({ token: `guess ${number}` }) },
  'POST /api/phone/upload': 'needs a secret of 256 bits',
  'PUT /api/phone/file': 'needs a secret of 256 bits',
  'POST /api/keep-address': 'needs a secret of 256 bits',
  'POST /api/logout': 'changes nothing',
  'GET /api/branding': 'changes nothing',
  'GET /api/sso/{provider}/start': 'changes nothing',
  'GET /api/sso/{provider}/callback': 'needs a secret of 256 bits',
  'POST /api/sso/link': 'needs a provider',
  'POST /api/sso/link/options': 'changes nothing',
  'GET /api/sso/pending': 'changes nothing',
  'POST /api/passkey/options': 'changes nothing',
  // Limited like a sign-in (`auth/passkeys/passkeys.test.ts`).
  'POST /api/passkey/login': 'counts as a sign-in',
}

const limited = Object.entries(anonymous).filter(
  (entry): entry is [AnonymousKey, Limited] => typeof entry[1] !== 'string',
)

test('every call without a session is listed here', () => {
  const found = Object.entries(contract).filter(([, { access }]) => access === 'anyone')
  expect(found.map(([key]) => key).toSorted()).toEqual(Object.keys(anonymous).toSorted())
})

test('every limit by address belongs to one of them, or to the two calls outside the contract', () => {
  const byAddress = Object.entries(limits).flatMap(([name, { by }]) => (by === 'address' ? [name] : []))
  const used = [...limited.map(([, { limit }]) => limit), 'addressFailures', 'verification', 'ssoLogout']
  expect(byAddress.toSorted()).toEqual(used.toSorted())
})

describe('all addresses of one IPv6 network share a counter', () => {
  test.each(limited)('%s', async (key, { limit, body }) => {
    const network = `2001:db8:${limited.findIndex(([name]) => name === key)}:1:`
    const call = async (number: number) => {
      const visitor = server.visit(`${network}${number.toString(16)}::${number + 1}`)
      return (await visitor.post(key.slice('POST '.length), body(number))).status
    }
    const { points } = limits[limit]
    const within = await Promise.all(Array.from({ length: points }, (_, number) => call(number)))
    expect(within.filter((status) => status === 429)).toEqual([])
    expect(await call(points)).toBe(429)
  })

  test('POST /api/verify-document', { timeout: 120_000 }, async () => {
    const statuses: number[] = []
    for (let number = 0; number <= limits.verification.points; number += 1) {
      statuses.push((await verify(server, Buffer.from('x'), `2001:db8:99:1:${number}::1`)).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(statuses.at(-1)).toBe(429)
  })
})
