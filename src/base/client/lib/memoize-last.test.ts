import { expect, test } from 'vitest'
import { memoizeLast } from './memoize-last.ts'

test('caches the last result until a dependency changes', () => {
  const last = memoizeLast<string>()
  let worked = 0
  const ask = (...parts: unknown[]) => last(parts, () => `${parts.join('+')}, worked out ${++worked}`)
  const application = {}
  expect([ask(application, 'a'), ask(application, 'a')]).toEqual([
    '[object Object]+a, worked out 1',
    '[object Object]+a, worked out 1',
  ])
  expect(ask(application, 'b')).toContain('worked out 2')
  expect(ask({}, 'b')).toContain('worked out 3')
  expect(ask({}, 'b')).toContain('worked out 4')
})
