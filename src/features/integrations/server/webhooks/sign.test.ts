import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { newSecret, signedHeaders } from './sign.ts'

const at = new Date()
const body = JSON.stringify({ type: 'application.status_changed', data: { note: 'Zoë — ünï' } })
const message = { id: 'evt_0197c7', at, body }
const [previous, current] = [newSecret(), newSecret()]

test('the signature is the reference library’s, byte for byte', () => {
  const reference = new Webhook(current).sign(message.id, at, body)
  expect(signedHeaders([current], message)['webhook-signature']).toBe(reference)
})

describe('while a secret is rotated', () => {
  const headers = signedHeaders([current, previous], message)

  test.each([
    ['new', current],
    ['previous', previous],
  ])('the %s one verifies', (_, secret) => {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  })

  test.each([
    ['a foreign secret', newSecret(), body, headers],
    ['a changed byte', current, body.replace('status', 'stature'), headers],
    ['another id', current, body, { ...headers, 'webhook-id': 'evt_2' }],
    ['a replay after six minutes', current, body, signedHeaders([current], sixMinutes(-1))],
    ['a time in six minutes', current, body, signedHeaders([current], sixMinutes(1))],
  ])('%s is refused', (_, secret, sent, given) => {
    expect(() => new Webhook(secret).verify(sent, given)).toThrow()
  })
})

function sixMinutes(direction: number) {
  return { ...message, at: new Date(at.getTime() + direction * 6 * 60_000) }
}
