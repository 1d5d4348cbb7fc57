import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answersPatch, type Answers } from '#features/applications/rules/wizard/answers.ts'
import { problemsOfApplication, type Judged } from '#features/applications/rules/wizard/completeness.ts'
import { fieldLabels, assetLabels, liabilityLabels } from '#features/applications/rules/wizard/labels.ts'
import { mergeAnswers } from '#features/applications/rules/wizard/merge.ts'
import { documentListNames } from '#features/applications/rules/documents/kinds.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { forEachList } from '#features/applications/rules/documents/kinds.ts'
import { changedPaths, isKindOpen, isOpen, openPaths } from './open-paths.ts'
import { isAnswerPath } from './subjects.ts'

const now = new Date('2026-11-20T10:00:00Z')

const complete = completeAnswers('thandi@example.com', {
  hasChildren: true,
  childrenDetails: [{ fullName: 'Lindiwe Nkosi', idNumber: '1501014800086' }],
})

/** Questions that others depend on. */
const raising = [
  'maritalStatus',
  'hasChildren',
  'highestEducation',
  'hasWill',
  'assets.pensionFunds',
  'assets.providentFunds',
  'assets.otherInvestments',
]

const paths = [
  ...Object.keys(fieldLabels),
  ...Object.keys(assetLabels).map((name) => `assets.${name}`),
  ...Object.keys(liabilityLabels).map((name) => `liabilities.${name}`),
  'childrenDetails.0.fullName',
  'childrenDetails.0.idNumber',
]

const amount = fc.option(fc.integer({ min: 0, max: 1000 }))
/** Random input to questions that others depend on, and some without dependents. */
const patches = fc.record(
  {
    maritalStatus: fc.constantFrom('single', 'married', 'divorced', 'engaged'),
    marriageType: fc.constantFrom('community', 'anc', null),
    hasChildren: fc.boolean(),
    childrenDetails: fc.array(
      fc.record({
        fullName: fc.constantFrom('A', 'B', null),
        idNumber: fc.constantFrom('1501014800086', null),
      }),
      { maxLength: 3 },
    ),
    highestEducation: fc.constantFrom('professional', 'matric'),
    professionalMemberCode: fc.constantFrom('SAICA 1', null),
    hasWill: fc.boolean(),
    willInstitution: fc.constantFrom('FNB', null),
    city: fc.constantFrom('Durban', null),
    idNumber: fc.constantFrom('7503305044089', null),
    assets: fc.record(
      {
        pensionFunds: amount,
        providentFunds: amount,
        otherInvestments: amount,
        otherInvestmentsTypes: fc.constantFrom('Krugerrands', null),
        stocks: amount,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
/** The part of the input that open paths allow. */
function within(
  open: readonly string[],
  { assets = {}, ...fields }: Record<string, unknown> & { assets?: object },
) {
  const prefixed = (prefix: string, of: object) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => isOpen(`${prefix}${name}`, open)))
  return { ...prefixed('', fields), assets: prefixed('assets.', assets) }
}

const asked = fc.uniqueArray(fc.oneof(fc.constantFrom(...raising), fc.constantFrom(...paths)), {
  minLength: 1,
  maxLength: 5,
})

function judged(answers: Answers): Judged {
  return {
    ...answers,
    documentCounts: forEachList((list) => (list === 'payslipUploads' ? 1 : 0)),
    faisDocumentUploaded: true,
    confirmations: { accurate: true, terms: true, brokerReview: true },
  }
}

const openedBy = (subjects: readonly string[]) =>
  openPaths(subjects.map((path) => ({ kind: 'answer', path })))

test('after any change within open paths, missing answers are within them too: completion is always possible', () => {
  expect(problemsOfApplication(judged(complete), now)).toEqual([])
  let reached = 0
  fc.assert(
    fc.property(asked, patches, (subjects, patch) => {
      const open = openedBy(subjects)
      const { answers } = mergeAnswers(complete, answersPatch.parse(within(open, patch)))
      const changed = changedPaths(complete, answers)
      reached += changed.length
      expect(changed.filter((path) => !isOpen(path, open))).toEqual([])
      for (const { path } of problemsOfApplication(judged(answers), now)) {
        expect(isOpen(path, open), `${path} of ${open.join(', ')}`).toBe(true)
      }
    }),
    { numRuns: 3000 },
  )
  expect(reached).toBeGreaterThan(0)
})

test.each([
  ['maritalStatus', { maritalStatus: 'married', marriageType: 'anc' }],
  ['hasChildren', { hasChildren: false }],
  ['highestEducation', { highestEducation: 'professional', professionalMemberCode: 'SAICA 1' }],
  ['hasWill', { hasWill: true, willInstitution: 'FNB' }],
  ['assets.otherInvestments', { assets: { otherInvestments: 5, otherInvestmentsTypes: 'Krugerrands' } }],
] as const)('another answer to %s and its dependent questions can be given', (path, patch) => {
  const { answers } = mergeAnswers(complete, answersPatch.parse(patch))
  const changed = changedPaths(complete, answers)
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.filter((one) => !isOpen(one, openedBy([path])))).toEqual([])
})

test.each([
  ['pensionFunds', 'pensionBenefits'],
  ['providentFunds', 'providentBenefits'],
] as const)('an amount of %s opens its statements, and no others', (amountName, kind) => {
  const open = openedBy([`assets.${amountName}`])
  const kinds = ['payslip', 'riskBenefit', 'pensionBenefits', 'providentBenefits', 'signedFais'] as const
  expect(kinds.filter((one) => isKindOpen(one, open))).toEqual([kind])
})

test('only requested items and their dependents are open', () => {
  fc.assert(
    fc.property(asked, (subjects) => {
      for (const path of openedBy(subjects)) {
        const isStatement = documentListNames.some((name) => name === path)
        expect(isAnswerPath(path) || isStatement).toBe(true)
        const alone = subjects.filter((one) => openedBy([one]).includes(path))
        expect(alone.length).toBeGreaterThan(0)
      }
      // Dependents open nothing further: chains would need a traversal.
      for (const path of openedBy(subjects)) {
        for (const further of openedBy([path])) expect(openedBy(subjects)).toContain(further)
      }
    }),
  )
})

test('a document opens only itself; the signed letter can be signed again', () => {
  expect(openPaths([{ kind: 'document', documentKind: 'payslip' }, { kind: 'question' }])).toEqual([])
  const open = openPaths([{ kind: 'document', documentKind: 'signedFais' }])
  expect(isKindOpen('signedFais', open)).toBe(true)
  expect(isKindOpen('payslip', open)).toBe(false)
})

test('one child’s ID number opens only that', () => {
  const open = openedBy(['childrenDetails.0.idNumber'])
  const [child] = complete.childrenDetails
  const changed = (childrenDetails: Answers['childrenDetails']) =>
    changedPaths(complete, { ...complete, childrenDetails })
  expect(changed([{ fullName: child?.fullName ?? null, idNumber: null }])).toEqual(open)
  expect(changed([])).toEqual(['childrenDetails'])
  expect(isOpen('childrenDetails', open)).toBe(false)
})

test.each([
  ['postalCode', true],
  ['assets.stocks', true],
  ['assets', false],
  ['assets.toString', false],
  ['childrenDetails', true],
  ['childrenDetails.0.idNumber', true],
  ['childrenDetails.0', false],
  ['childrenDetails.12.idNumber', false],
  ['city.length', false],
  ['status', false],
])('%s names an answer: %s', (path, expected) => expect(isAnswerPath(path)).toBe(expected))
