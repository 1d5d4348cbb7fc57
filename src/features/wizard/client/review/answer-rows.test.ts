import { describe, expect, test } from 'vitest'
import { answersSchema, initialAnswers } from '#features/applications/rules/wizard/answers.ts'
import { answerLines } from '#features/applications/rules/wizard/answer-text.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { answerRows, answerSections, sectionInShort } from './answer-rows.ts'

const NOW = new Date('2026-11-20T10:00:00Z')

function rowsOf(title: string, change: Parameters<typeof applicationOf>[0]) {
  const section = answerSections.find((candidate) => candidate.title === title)
  if (section === undefined) throw new Error(title)
  return answerRows(section, applicationOf(change), NOW)
}
const labels = (rows: { label: string }[]) => rows.map(({ label }) => label)

test('every answer but the amounts is in one section', () => {
  const { assets: _, liabilities: __, checkedDefaults: ___, ...fields } = answersSchema.shape
  const everything = {
    maritalStatus: 'married',
    hasChildren: true,
    highestEducation: 'professional',
    hasWill: true,
  } as const
  const paths = answerSections.flatMap(({ title }) => rowsOf(title, everything).map(({ path }) => path))
  expect(paths.toSorted()).toEqual(Object.keys(fields).toSorted())
})

describe('questions that were not asked do not show', () => {
  test.each([
    ['Personal Information', { maritalStatus: 'married' }, 'Marriage Type'],
    ['Personal Information', { highestEducation: 'professional' }, 'Professional Registration Number'],
    ['Employment & Financial', { hasWill: true }, 'Will Institution'],
  ] as const)('%s: %j brings %s', (title, change, label) => {
    expect(labels(rowsOf(title, initialAnswers('x@y.example')))).not.toContain(label)
    expect(labels(rowsOf(title, change))).toContain(label)
  })
})

test('each child has a row, with the warning about its number', () => {
  const rows = rowsOf('Personal Information', {
    hasChildren: true,
    childrenDetails: [
      { fullName: 'Lwazi Dube', idNumber: '8001015009087' },
      { fullName: 'Zola Dube', idNumber: '9202204720082' },
    ],
  })
  expect(rows.filter(({ path }) => path.startsWith('childrenDetails'))).toEqual([
    {
      path: 'childrenDetails.0',
      label: 'Child 1',
      text: 'Lwazi Dube, ID 800101 5009 087',
      spelledOut: undefined,
      problem: undefined,
      warnings: [],
      unanswered: false,
      unchecked: false,
    },
    {
      path: 'childrenDetails.1',
      label: 'Child 2',
      text: 'Zola Dube, ID 920220 4720 082',
      spelledOut: undefined,
      problem: undefined,
      warnings: ['This isn’t a valid South African ID number. Please check it.'],
      unanswered: false,
      unchecked: false,
    },
  ])
})

test('a missing answer has the error text of its step', () => {
  const rows = rowsOf('Address', { city: null })
  expect(rows.find(({ path }) => path === 'city')).toMatchObject({
    text: 'Not provided',
    problem: 'City is required',
  })
})

test('children that were announced and not listed are missing', () => {
  const rows = rowsOf('Personal Information', { hasChildren: true, childrenDetails: [] })
  expect(rows.find(({ path }) => path === 'childrenDetails')).toMatchObject({
    text: 'None',
    problem: 'Please choose how many children you have',
  })
})

test('the income shows in figures and in words', () => {
  const row = rowsOf('Employment & Financial', { annualIncome: '850000' }).find(
    ({ path }) => path === 'annualIncome',
  )
  expect(row).toMatchObject({
    text: 'R\u00a0850\u00a0000.00',
    spelledOut: 'eight hundred and fifty thousand rand',
  })
})

test('an unanswered row shows only when it is asked for, unless it is missing', () => {
  const rows = rowsOf('Address', { addressLine1: '12 Dorp Street' })
  const unanswered = rows.filter((row) => row.unanswered).map(({ path }) => path)
  expect(unanswered).toEqual(['addressLine2', 'addressLine3'])
})

describe('in short', () => {
  const inShort = (title: string, change: Parameters<typeof applicationOf>[0]) =>
    answerSections
      .filter((section) => section.title === title)
      .flatMap((section) => sectionInShort(section, applicationOf(change)))

  test('a section shows every given answer by group, with a label where an answer does not speak for itself', () => {
    const children = [{ fullName: 'Lwazi Dube', idNumber: '8001015009087' }]
    const answers = completeAnswers('x@y.example', {
      highestEducation: 'professional',
      professionalMemberCode: 'SAICA 0471188',
      maritalStatus: 'married',
      marriageType: 'anc_accrual',
      hasChildren: true,
      childrenDetails: children,
    })
    expect(inShort('Personal Information', answers)).toEqual([
      {
        title: 'Identification',
        text: '800101 5009 087 · South African ID · Issuing Country: South Africa · 1 January 1980 · Nationality: South African',
      },
      {
        title: 'About You',
        text: 'Ms · Thandiwe Nkosi · Professional qualification · SAICA 0471188 · Non-smoker',
      },
      { title: 'Family', text: 'Married · ANC with Accrual · Children · Lwazi Dube, ID 800101 5009 087' },
      { title: 'Contact', text: '+27 82 123 4567 · x@y.example' },
    ])
    for (const { title, step } of answerSections) {
      const shown = inShort(title, answers).map(({ text }) => text)
      const given = answerLines(step, answers).filter(({ answered }) => answered)
      expect(shown.flatMap((text) => text.split(' · '))).toHaveLength(given.length)
    }
  })

  test('questions without an answer are left out', () => {
    expect(inShort('Address', { addressLine1: '12 Dorp Street', city: 'Paarl' })).toEqual([
      { title: undefined, text: expect.stringMatching(/12 Dorp Street · Paarl$/u) },
    ])
    expect(inShort('Employment & Financial', {})).toEqual([])
  })
})
