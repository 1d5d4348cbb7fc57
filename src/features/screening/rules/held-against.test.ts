import { expect, test } from 'vitest'
import { heldAgainst } from './held-against.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const edition = (id: string, inForce: number, screened: number | null) => ({
  id,
  inForceAt: at(inForce),
  screenedAt: screened === null ? null : at(screened),
})

test.each([
  ['without a comparison there are none', [], [edition('a', 1, 1)], []],
  [
    'with the list in force',
    [{ at: at(2), editions: ['a'] }],
    [edition('a', 1, 1)],
    [{ edition: 'a', at: at(2), with: 'list' }],
  ],
  [
    'with the changes of the next edition, and not with one whose changes are not compared yet',
    [{ at: at(2), editions: ['a'] }],
    [edition('a', 1, 1), edition('b', 3, 4), edition('c', 5, null)],
    [
      { edition: 'a', at: at(2), with: 'list' },
      { edition: 'b', at: at(4), with: 'changes' },
    ],
  ],
  [
    'again with the whole list before its changes were compared with all',
    [
      { at: at(2), editions: ['a'] },
      { at: at(4), editions: ['b'] },
    ],
    [edition('a', 1, 1), edition('b', 3, 5)],
    [
      { edition: 'a', at: at(2), with: 'list' },
      { edition: 'b', at: at(4), with: 'list' },
    ],
  ],
  [
    'not with an edition that was superseded before the first comparison',
    [{ at: at(9), editions: ['b'] }],
    [edition('a', 1, 1), edition('b', 3, 4)],
    [{ edition: 'b', at: at(9), with: 'list' }],
  ],
])('the editions that someone was compared with: %s', (_, compared, editions, expected) => {
  expect(heldAgainst(compared, editions)).toEqual(expected)
})
