import { expect, test } from 'vitest'
import { initialAnswers } from '#features/applications/rules/wizard/answers.ts'
import { answersOf, isDone } from './done.ts'
import { isOverdue, remindersDue, usualDueDay } from './rounds.ts'
import { subjectLabel, subjectPath, type Subject } from './subjects.ts'

const askedAt = new Date('2026-11-20T10:00:00Z')
const later = (days: number) => new Date(askedAt.getTime() + days * 24 * 3_600_000)

test.each([
  [2.9, 0],
  [3, 1],
  [6.9, 1],
  [7, 2],
  [300, 2],
])('%s days after it was asked, %s reminders are due', (days, due) =>
  expect(remindersDue(askedAt, later(days))).toBe(due),
)

test('the due day itself is not overdue', () => {
  const dueOn = usualDueDay(askedAt)
  expect(dueOn).toBe('2026-12-04')
  expect(isOverdue(dueOn, new Date('2026-12-04T21:59:00Z'))).toBe(false)
  expect(isOverdue(dueOn, new Date('2026-12-04T22:00:00Z'))).toBe(true)
})

const answers = { ...initialAnswers('a@b.example'), taxIncomeNumber: '0001339050' }
const tax: Subject = { kind: 'answer', path: 'taxIncomeNumber' }
const nothing = { before: answersOf(tax, answers), reply: null, hasFile: false }
const payslip: Subject = { kind: 'document', documentId: 'd', documentKind: 'payslip', place: 1 }

test('an answer is done once changed, or with a reply', () => {
  expect(isDone(tax, nothing, answers)).toBe(false)
  expect(isDone(tax, nothing, { ...answers, taxIncomeNumber: '0843089848' })).toBe(true)
  expect(isDone(tax, { ...nothing, reply: 'It is right' }, answers)).toBe(true)
})

test('an answer with dependents is done by changing one of these too', () => {
  const children: Subject = { kind: 'answer', path: 'hasChildren' }
  const withChild = { ...answers, hasChildren: true, childrenDetails: [{ fullName: 'A', idNumber: null }] }
  const before = answersOf(children, withChild)
  const mended = { ...withChild, childrenDetails: [{ fullName: 'A', idNumber: '1501014800086' }] }
  expect(isDone(children, { ...nothing, before }, withChild)).toBe(false)
  expect(isDone(children, { ...nothing, before }, mended)).toBe(true)
})

test('a document is done by a file or a reply, a question by a reply alone', () => {
  expect(isDone(payslip, nothing, answers)).toBe(false)
  expect(isDone(payslip, { ...nothing, hasFile: true }, answers)).toBe(true)
  expect(isDone(payslip, { ...nothing, reply: 'I have nothing newer' }, answers)).toBe(true)
  const question: Subject = { kind: 'question', question: 'Why?' }
  expect(isDone(question, { ...nothing, hasFile: true }, answers)).toBe(false)
  expect(isDone(question, { ...nothing, reply: 'Because' }, answers)).toBe(true)
})

test('subjects have labels for people, and log names without staff text', () => {
  const further: Subject = { kind: 'additional', title: 'Proof of address', documentId: null }
  expect([tax, payslip, further].map(subjectLabel)).toEqual([
    'Tax Income Number',
    'Payslip 1',
    'Proof of address',
  ])
  expect([tax, payslip, further].map(subjectPath)).toEqual([
    'taxIncomeNumber',
    'payslip d',
    'further document',
  ])
})
