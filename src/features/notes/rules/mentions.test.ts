import { expect, test } from 'vitest'
import { begunMention, matching, mentionedIn } from './mentions.ts'

const people = [
  { id: '1', name: 'Sarah' },
  { id: '2', name: 'Sarah Cele' },
  { id: '3', name: 'Pieter van Wyk' },
  { id: '4', name: 'Pieter van Wyk' },
]

test.each([
  ['Please look, @Sarah Cele.', ['2']],
  ['@Sarah, please look', ['1']],
  ['@Sarah Celeste and @Sarahs', ['1']],
  ['@Pieter van Wyk', ['3', '4']],
  ['@Sarah and @Sarah Cele, and @Sarah again', ['1', '2']],
  ['mail sarah@example.test, Sarah Cele', []],
  ['@sarah', []],
])('%s', (text, ids) => {
  expect(mentionedIn(text, people)).toEqual(ids)
})

test.each([
  ['@', { at: 0, typed: '' }],
  ['Ask @Sar', { at: 4, typed: 'Sar' }],
  ['(@Pieter van', { at: 1, typed: 'Pieter van' }],
  ['me@firm', null],
  ['@Sarah\n', null],
  ['nobody', null],
])('%j is a name that is being typed', (before, begun) => {
  expect(begunMention(before)).toEqual(begun)
})

test('names match by the beginning of any part', () => {
  expect(matching(people, 'ce').map(({ id }) => id)).toEqual(['2'])
  expect(matching(people, 'VAN W').map(({ id }) => id)).toEqual(['3', '4'])
  expect(matching(people, 'ele')).toEqual([])
})
