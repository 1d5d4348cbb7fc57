import { expect, test } from 'vitest'
import { keysThatAct } from './review-keys.tsx'

const nothing = { approve: false, open: false, flag: false }

test('only keys that do something are told of', () => {
  const alone = { previous: null, next: null }
  expect(keysThatAct({ neighbours: alone, does: nothing })).toEqual({
    letters: [['?', 'these shortcuts']],
    alt: '',
  })
  expect(keysThatAct({ neighbours: alone, does: { ...nothing, open: true } }).alt).toBe(
    'Alt + O next document',
  )
  expect(
    keysThatAct({
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
