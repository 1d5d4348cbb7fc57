import { expect, it } from 'vitest'
import { composeTitle } from './page-title.ts'

it.each([
  [{ page: 'Sign In', site: 'A Firm', errors: 0 }, 'Sign In – A Firm'],
  [{ page: 'Sign In', site: 'A Firm', errors: 2 }, 'Error: Sign In – A Firm'],
  [{ page: 'Sign In', site: '', errors: 0 }, 'Sign In'],
  [{ page: '', site: 'A Firm', errors: 0 }, 'A Firm'],
])('titles %j as %j', (parts, title) => {
  expect(composeTitle(parts)).toBe(title)
})
