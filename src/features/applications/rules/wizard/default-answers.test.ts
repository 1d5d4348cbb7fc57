import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRand } from '#base/rules/money/rand.ts'
import { answerLines, answersInShort } from './answer-text.ts'
import { initialAnswers, type AnswersPatch } from './answers.ts'
import { completeAnswers } from './complete-answers.ts'
import { fieldsWithDefault, uncheckedIn } from './default-answers.ts'
import { mergeAnswers } from './merge.ts'

const start = initialAnswers('thandi@example.com')
const merged = (...patches: AnswersPatch[]) =>
  patches.reduce((answers, patch) => mergeAnswers(answers, patch).answers, start)

test('default answers of the specification', () => {
  expect(fieldsWithDefault).toEqual(['highestEducation', 'smoker', 'maritalStatus', 'hasChildren'])
  expect(uncheckedIn(start)).toEqual(fieldsWithDefault)
})

test.each<[string, AnswersPatch[], readonly string[]]>([
  ['looked at', [{ checkedDefaults: ['smoker', 'hasChildren'] }], ['highestEducation', 'maritalStatus']],
  ['answered otherwise', [{ maritalStatus: 'married' }], ['highestEducation', 'smoker', 'hasChildren']],
  ['answered otherwise and back', [{ smoker: true }, { smoker: false }], fieldsWithDefault],
  ['sent as it is, by a page that saves all of its answers', [{ smoker: false }], fieldsWithDefault],
])('%s', (_, patches, unchecked) => expect(uncheckedIn(merged(...patches))).toEqual(unchecked))

test('confirmations accumulate, in whatever order two tabs send them', () => {
  const names = fc.subarray([...fieldsWithDefault])
  fc.assert(
    fc.property(names, names, (one, other) => {
      const there = merged({ checkedDefaults: one }, { checkedDefaults: other })
      const back = merged({ checkedDefaults: other }, { checkedDefaults: one })
      expect(there).toEqual(back)
      expect(uncheckedIn(there)).toEqual(
        fieldsWithDefault.filter((name) => !one.includes(name) && !other.includes(name)),
      )
    }),
  )
})

test('confirming an answer changes none: confirmed statements remain', () => {
  expect(mergeAnswers(start, { checkedDefaults: ['smoker'] })).toMatchObject({ changed: [], checked: true })
})

test('displayed lines mark unconfirmed default answers', () => {
  const marked = answerLines('personal', merged({ checkedDefaults: ['smoker'] })).filter(
    (line) => line.unchecked,
  )
  expect(marked.map(({ name }) => name)).toEqual(['highestEducation', 'maritalStatus', 'hasChildren'])
})

test('a section in one line', () => {
  const answers = { ...completeAnswers('thandi@example.com'), hasWill: false }
  expect(answersInShort('personal', 'Identification', answers)).toBe(
    '800101 5009 087 · South African ID · 1 January 1980 · Nationality: South African',
  )
  expect(answersInShort('personal', 'About You', answers)).toBe('Ms · Thandiwe Nkosi · Matric · Non-smoker')
  expect(answersInShort('personal', 'Family', answers)).toBe('Single · No children')
  expect(answersInShort('employment', 'Occupation Details', answers)).toBe(
    `Civil engineer · Table Bay Engineering · ${formatRand(86_000_000)}`,
  )
  expect(answersInShort('employment', 'Will Information', answers)).toBe('No will')
  expect(answersInShort('personal', 'Identification', start)).toBe('')
})
