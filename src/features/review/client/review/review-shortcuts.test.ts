import { expect, test } from 'vitest'
import { activeShortcuts } from './review-shortcuts.tsx'

const nothing = { approve: false, open: false, flag: false }

test('lists only keys that have an action', () => {
  const alone = { previous: null, next: null }
  expect(activeShortcuts({ neighbours: alone, does: nothing })).toEqual({
    letters: [['?', 'these shortcuts']],
    alt: '',
  })
  expect(activeShortcuts({ neighbours: alone, does: { ...nothing, open: true } }).alt).toBe(
    'Alt + O next document',
  )
  expect(
    activeShortcuts({
      neighbours: { previous: 'a', next: 'b' },
      does: { approve: true, open: true, flag: true },
    }),
  ).toEqual({
    letters: [
      ['J', 'next application'],
      ['K', 'previous application'],
      ['?', 'these shortcuts'],
    ],
    alt: 'Alt + P previous, Alt + N next, Alt + A approve, Alt + O next document, Alt + C next flag',
  })
})
