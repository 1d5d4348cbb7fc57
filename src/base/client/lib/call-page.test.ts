import { expect, test } from 'vitest'
import { nextCursor } from './call-page.ts'

test.each([
  [null, null],
  ['', null],
  ['</api/admin/users?limit=2>; rel="prev"', null],
  ['</api/admin/users?limit=2&cursor=botha%40test.example>; rel="next"', 'botha@test.example'],
  ['</a?x=1>; rel="prev", </a?cursor=abc>; rel="next"', 'abc'],
])('reads the next page of %j as %j', (link, cursor) => {
  expect(nextCursor(link)).toBe(cursor)
})
