import { expect, test } from 'vitest'
import { sameAnswer } from './same-answer.ts'

test.each([
  ['the same text', 'Cape Town', 'Cape Town', true],
  ['other texts', 'Cape Town', 'Paarl', false],
  ['nothing, however it is written', undefined, null, true],
  ['nothing and an empty text', null, '', false],
  ['amounts in another order', { stocks: 1, bonds: 2 }, { bonds: 2, stocks: 1 }, true],
  ['amounts that were not answered', { stocks: 1, bonds: null }, { stocks: 1 }, true],
  ['an amount of nothing is an answer', { stocks: 0 }, {}, false],
  ['another amount', { stocks: 1 }, { stocks: 2 }, false],
  ['lists whose parts come in another order', [{ name: 'Ayo', id: '1' }], [{ id: '1', name: 'Ayo' }], true],
  ['lists in another order', ['a', 'b'], ['b', 'a'], false],
])('%s', (_, one, other, same) => {
  expect(sameAnswer(one, other)).toBe(same)
  expect(sameAnswer(other, one)).toBe(same)
})
