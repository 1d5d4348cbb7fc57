import { expect, test } from 'vitest'
import type { Corrections } from '#features/corrections/api.ts'
import type { ReviewedPack, ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import { taskNames, type TaskName } from '#features/due-diligence/rules/tasks.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { stillToDo } from './still-to-do.ts'
import { nextToCheck, proofsOf, topicsOf, type Mark, type ReviewFacts, type TopicName } from './topics.ts'

const file = (documentId: string) => ({ documentId, name: `${documentId}.pdf` })

const proof = (documentId: string, path = 'fullName', isTicked = false) => ({
  path,
  documentId,
  about: '',
  proof: isTicked ? { byName: 'Naledi', at: '2026-11-29T10:00:00Z' } : null,
})

const check = (path: string, decision: string | null = null) => ({
  path,
  check: 'idNumber',
  message: 'This is not a valid South African ID number.',
  about: '',
  settlement: decision === null ? null : { decision },
})

/** An application with one payslip, as far as the topics read it. */
function applicationWith(changed: object = {}): ReviewedApplication {
  return {
    status: 'under_review',
    payslipUploads: [file('payslip')],
    pensionBenefitsStatements: [],
    providentBenefitsStatements: [],
    riskBenefitStatement: [],
    faisDocument: null,
    furtherDocuments: [],
    warnings: [],
    proofs: [proof('payslip')],
    ...changed,
  } as unknown as ReviewedApplication
}

function packWith(
  states: Partial<Record<TaskName, ReviewedPackTask['state']>>,
  gate: Partial<ReviewedPack['gate']> | null = null,
): ReviewedPack {
  const tasks = taskNames.map((task) => ({
    task,
    state: states[task] ?? 'open',
    warnings: [],
    implausible: [],
    evidence: [],
    papers: task === 'identity' ? [{ label: 'Smart ID card', files: [file('id')] }] : [],
  }))
  return { tasks, gate, approvals: [] } as unknown as ReviewedPack
}

const none: Corrections = { basket: [], rounds: [] }

function factsWith(changed: Partial<ReviewFacts> = {}): ReviewFacts {
  return {
    application: applicationWith(),
    pack: undefined,
    corrections: none,
    again: [],
    opened: new Set(),
    seesCompliance: false,
    notes: 0,
    ...changed,
  }
}

const namesOf = (facts: ReviewFacts) => topicsOf(facts).map(({ name }) => name)
const topicIn = (facts: ReviewFacts, name: TopicName) => topicsOf(facts).find((one) => one.name === name)

test('topics without content are left out, and with FICA off nothing of FICA is there', () => {
  expect(namesOf(factsWith())).toEqual(['overview', 'income', 'net-worth', 'answers', 'notes', 'history'])
})

test('checks and documents come in the order of a reviewer’s decisions', () => {
  const faisDocument = file('letter')
  const application = applicationWith({
    faisDocument,
    pensionBenefitsStatements: [file('pension')],
    furtherDocuments: [file('other')],
  })
  expect(namesOf(factsWith({ application, pack: packWith({}) }))).toEqual([
    'overview',
    'identity',
    'address',
    'income',
    'pension',
    'bank',
    'funds',
    'exposure',
    'tax',
    'letter',
    'further',
    'net-worth',
    'answers',
    'notes',
    'history',
  ])
})

test('only admins have sanctions, rating and sign-off, with what the gate misses', () => {
  const missing = [
    { item: 'rating', task: null, text: 'The client’s risk has not been rated yet.' },
    { item: 'no-list', task: null, text: 'No list is in use.' },
    { item: 'approval', task: null, text: 'It waits for a sign-off.' },
  ]
  const pack = packWith({}, { missing })
  expect(namesOf(factsWith({ pack }))).not.toContain('sanctions')
  const facts = factsWith({ pack, seesCompliance: true })
  expect(['sanctions', 'rating', 'sign-off'].map((name) => topicIn(facts, name as TopicName)?.mark)).toEqual([
    'problem',
    'to-check',
    'to-check',
  ])
  expect(topicIn(factsWith({ pack: packWith({}, null), seesCompliance: true }), 'rating')).toBeUndefined()
})

test.each([
  ['handed-in', 'to-check', null],
  ['accepted', 'accepted', null],
  ['again', 'asked', 'asked'],
  ['due', 'problem', 'to renew'],
  ['open', null, 'not sent'],
] as const)('a FICA check that is %s has the mark %s', (state, mark, aside) => {
  expect(topicIn(factsWith({ pack: packWith({ tax: state }) }), 'tax')).toMatchObject({ mark, aside })
})

test('a check that is about to be sent back shows asked', () => {
  const facts = factsWith({ pack: packWith({ tax: 'handed-in' }), again: [{ task: 'tax' }] })
  expect(topicIn(facts, 'tax')?.mark).toBe('asked')
})

const roundOf = (state: string, verdict: string | null = null) =>
  ({
    state,
    items: [{ subject: { kind: 'document', documentId: 'payslip' }, verdict }],
  }) as unknown as Corrections['rounds'][number]

test.each<[string, Partial<ReviewFacts>, Mark | null, string | null]>([
  ['nothing ticked', {}, 'to-check', null],
  [
    'all ticked',
    { application: applicationWith({ proofs: [proof('payslip', 'fullName', true)] }) },
    'accepted',
    null,
  ],
  ['nothing to tick', { application: applicationWith({ proofs: [] }) }, 'to-check', null],
  [
    'nothing to tick, opened',
    { application: applicationWith({ proofs: [] }), opened: new Set(['payslip']) },
    'accepted',
    null,
  ],
  ['asked', { corrections: { ...none, rounds: [roundOf('asked')] } }, 'asked', 'asked'],
  ['replied', { corrections: { ...none, rounds: [roundOf('answered')] } }, 'to-check', 'replied'],
  [
    'a reply accepted',
    { corrections: { ...none, rounds: [roundOf('answered', 'accepted')] } },
    'to-check',
    null,
  ],
  ['a draft', { application: applicationWith({ status: 'draft' }) }, null, null],
])('documents: %s', (_, changed, mark, aside) => {
  expect(topicIn(factsWith(changed), 'income')).toMatchObject({ mark, aside })
})

test('a document of a check shows the answers of that check only', () => {
  const proofs = ['fullName', 'idNumber', 'addressLine1'].map((path) => proof('id', path))
  const facts = factsWith({
    application: applicationWith({ proofs }),
    pack: packWith({ identity: 'handed-in' }),
  })
  const identity = topicIn(facts, 'identity')
  if (identity === undefined) throw new Error('The check is missing.')
  expect(proofsOf(facts.application, identity, 'id').map(({ path }) => path)).toEqual([
    'fullName',
    'idNumber',
  ])
})

const textsOf = (facts: ReviewFacts) => stillToDo(facts, topicsOf(facts)).map(({ text }) => text)

test('still to do names checks, replies, topics and unopened documents, each once', () => {
  const application = applicationWith({
    warnings: [check('idNumber'), check('taxIncomeNumber', 'accepted')],
    faisDocument: file('letter'),
    proofs: [proof('payslip'), proof('letter', 'fullName', true)],
  })
  const corrections = { ...none, rounds: [roundOf('answered')] }
  expect(textsOf(factsWith({ application, corrections }))).toEqual([
    'ID Number',
    '1 reply to check',
    'Income and tax: to check',
    '1 document not opened',
  ])
})

test('what is asked of the client is not still to do', () => {
  const basket = [{ subject: { kind: 'answer', path: 'idNumber' } }] as unknown as Corrections['basket']
  const application = applicationWith({ warnings: [check('idNumber')], payslipUploads: [], proofs: [] })
  expect(textsOf(factsWith({ application }))).toEqual(['ID Number'])
  expect(textsOf(factsWith({ application, corrections: { ...none, basket } }))).toEqual([])
})

test('before onboarding it adds what onboarding needs, without what is to check anyway', () => {
  const missing = [
    { item: 'pack', task: 'tax', text: 'Tax residency is not accepted yet.' },
    { item: 'pack', task: 'bank', text: 'Bank account has not been sent yet.' },
    { item: 'rating', task: null, text: 'The client’s risk has not been rated yet.' },
  ]
  const application = applicationWith({ status: 'approved', warnings: [check('idNumber')] })
  const facts = factsWith({ application, pack: packWith({ tax: 'handed-in' }, { missing }) })
  expect(stillToDo(facts, topicsOf(facts))).toMatchObject([
    { text: 'Tax residency: to check', topic: 'tax' },
    { text: 'Bank account has not been sent yet.', topic: 'bank' },
    { text: 'The client’s risk has not been rated yet.', topic: 'rating' },
  ])
})

test('the next topic to check is sought onwards, and then from the start', () => {
  const pack = packWith({ identity: 'handed-in', tax: 'handed-in' })
  const topics = topicsOf(factsWith({ pack }))
  expect(nextToCheck(topics, 'overview')?.name).toBe('identity')
  expect(nextToCheck(topics, 'identity')?.name).toBe('income')
  expect(nextToCheck(topics, 'tax')?.name).toBe('identity')
  const done = topicsOf(factsWith({ application: applicationWith({ payslipUploads: [] }) }))
  expect(nextToCheck(done, 'overview')).toBeNull()
})
