import { expect, test } from 'vitest'
import { sameAnswer, sameValue } from './same-answer.ts'

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
  ['a list that is longer', [{ id: '1' }], [{ id: '1' }, { id: '1' }], false],
  ['a list and parts that are numbered', ['a'], { 0: 'a' }, false],
  ['parts of parts', { a: { b: [1] } }, { a: { b: [2] } }, false],
  ['something and nothing', {}, null, false],
  ['a number and its text', { stocks: 1 }, { stocks: '1' }, false],
])('%s', (_, one, other, same) => {
  expect(sameAnswer(one, other)).toBe(same)
  expect(sameAnswer(other, one)).toBe(same)
})

test.each([
  ['what is no amount and nothing', { stocks: Number.NaN }, { stocks: null }, false],
  ['what is no amount either time', { stocks: Number.NaN }, { stocks: Number.NaN }, true],
  ['what is undefined and what is not there', { stocks: undefined, bonds: 1 }, { bonds: 1 }, true],
  ['nothing and what is not there', { stocks: null }, {}, false],
  ['a list and a longer one', ['a'], ['a', undefined], false],
  ['an empty list and an empty object', [], {}, false],
  ['nothing and an empty object', null, {}, false],
])('as values: %s', (_, one, other, same) => {
  expect(sameValue(one, other)).toBe(same)
  expect(sameValue(other, one)).toBe(same)
})
