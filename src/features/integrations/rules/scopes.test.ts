import { expect, test } from 'vitest'
import { actions } from '#features/access/rules/lifecycle/transitions.ts'
import { machineMay, tokenScopes } from './scopes.ts'

test.each(tokenScopes)('a token with %s alone may use no other scope', (scope) => {
  for (const wanted of tokenScopes) expect(machineMay({ scopes: [scope] }, wanted)).toBe(wanted === scope)
  expect(machineMay({ scopes: [scope] }, null)).toBe(true)
})

test('a token without scopes may only describe itself', () => {
  for (const wanted of tokenScopes) expect(machineMay({ scopes: [] }, wanted)).toBe(false)
})

test('no scope is an action that changes an application', () => {
  const changing = new Set(Object.keys(actions).map((name) => `application.${name}`))
  expect(tokenScopes.filter((scope) => changing.has(scope))).toEqual([])
})
