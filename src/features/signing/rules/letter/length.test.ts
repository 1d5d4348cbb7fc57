import { expect, test } from 'vitest'
import { letterLengthProblem } from './length.ts'
import { letterTexts } from '#features/brand/rules/letter/standard-text.ts'

test('the standard letter can be three times as long', () => {
  expect(letterLengthProblem(letterTexts)).toBeNull()
  const thrice = Object.entries(letterTexts).map(([name, text]) => [name, `${text}\n\n${text}\n\n${text}`])
  expect(letterLengthProblem(Object.fromEntries(thrice))).toBeNull()
})

test.each([
  ['headings', '# A\n\n'.repeat(900)],
  ['items', '- a\n'.repeat(1500)],
  ['paragraphs', 'a\n\n'.repeat(2000)],
  ['blocks', '[suppliers]\n'.repeat(500)],
  ['values', '{physicalAddress} '.repeat(330)],
])('a letter of sixty pages is refused: %s', (_what, text) => {
  const message = letterLengthProblem({ opening: text, whoWeAre: text, services: text })
  expect(message).toContain('at most 600')
})
