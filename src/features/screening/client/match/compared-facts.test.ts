import { describe, expect, test } from 'vitest'
import type { Hit } from '#features/screening/api/screening.ts'
import { comparedFacts, proposedReason } from './compared-facts.ts'

type Feature = Hit['features'][number]

const feature = (fact: Feature['fact'], points: number, text: string): Feature => ({ fact, points, text })
const apart = feature('birth', -0.25, 'Born 38 years apart')
const otherCountry = feature('country', -0.05, 'Other country: Zambia')
const otherSex = feature('sex', -0.1, 'Listed as male')

function hit(facts: Partial<Hit> = {}): Hit {
  return {
    strong: false,
    mine: 'sipho dlamini',
    listed: 'sipho dlamini',
    features: [feature('name', 1, 'Name equal'), apart, otherCountry],
    subject: {
      names: ['Sipho Dlamini'],
      births: ['1987-12-08'],
      countries: ['South Africa'],
      hasNumber: true,
    },
    entry: {
      names: [
        { name: 'SIPHO DLAMINI', quality: 'primary' },
        { name: 'Spokes', quality: 'weak' },
      ],
      births: ['1 February 1949'],
      countries: ['Zambia'],
      documents: [],
    },
    ...facts,
  } as Hit
}

/** Label, agreement, and its words. */
const agreements = (of: Hit) =>
  comparedFacts(of).map(({ label, agreement, text }) => [label, agreement, text].join(': '))

test('facts of both people are beside each other, with their agreement in words', () => {
  expect(comparedFacts(hit()).map(({ ours, listed }) => [ours, listed])).toEqual([
    ['Sipho Dlamini', 'SIPHO DLAMINI, Spokes (weak alias)'],
    ['8 December 1987', '1 February 1949'],
    ['South Africa', 'Zambia'],
    ['In the application', 'Not given'],
  ])
  expect(agreements(hit())).toEqual([
    'Name: same: Same',
    'Born: different: 38 years apart',
    'Country: different: Different',
    'ID or passport: unclear: Can’t compare',
  ])
})

test.each([
  [
    'the same day, country and number',
    hit({
      listed: 'sifo dlamini',
      features: [
        feature('document', 1, 'Same document number'),
        feature('name', 0.9, 'Name similar'),
        feature('birth', 0.1, 'Born on the same day'),
        feature('country', 0.03, 'Shares Zambia'),
      ],
    }),
    [
      'Name: same: Similar',
      'Born: same: Same day',
      'Country: same: Same',
      'ID or passport: same: Same number',
    ],
  ],
  [
    'what is not known on one side can’t be compared, and is not different',
    hit({
      features: [
        feature('name', 1, 'Name equal'),
        feature('birth', 0, 'Date of birth unknown'),
        feature('country', 0, 'Country unknown'),
      ],
      entry: { ...hit().entry, births: [], countries: [] },
    }),
    [
      'Name: same: Same',
      'Born: unclear: Can’t compare',
      'Country: unclear: Can’t compare',
      'ID or passport: unclear: Can’t compare',
    ],
  ],
  [
    'another sex, and numbers that differ',
    hit({
      features: [feature('name', 1, 'Name equal'), apart, otherSex],
      entry: { ...hit().entry, documents: ['ZN1234567'] },
    }),
    [
      'Name: same: Same',
      'Born: different: 38 years apart',
      'Country: unclear: Can’t compare',
      'Sex: different: Different',
      'ID or passport: different: Other numbers',
    ],
  ],
])('%s', (_, of, expected) => {
  expect(agreements(of)).toEqual(expected)
})

describe('a reason is proposed', () => {
  test.each([
    ['from all differences', [apart, otherCountry], 'birth', 'Born 38 years apart, and another country.'],
    [
      'from three of them',
      [apart, otherSex, otherCountry],
      'birth',
      'Born 38 years apart, another sex, and another country.',
    ],
    ['from one', [otherCountry], 'country', 'Another country.'],
  ] as const)('%s', (_, features, reason, words) => {
    expect(proposedReason(hit({ features: [...features] }))).toEqual({ reason, words })
  })

  test.each([
    ['for a strong match', hit({ strong: true })],
    ['where nothing known differs', hit({ features: [feature('birth', 0, 'Date of birth unknown')] })],
    [
      'where a number is the same',
      hit({ features: [feature('document', 1, 'Same document number'), apart] }),
    ],
  ])('never %s', (_, of) => {
    expect(proposedReason(of)).toEqual({ reason: '', words: '' })
  })
})
