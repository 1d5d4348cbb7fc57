import { expect, test } from 'vitest'
import { placeholderDates, stagesOf } from './stages.ts'

const at = (day: number) => `2026-11-${day}T08:00:00.000Z`
const textOf = (
  status: Parameters<typeof stagesOf>[0],
  progress: Parameters<typeof stagesOf>[1],
  now = new Date(at(16)),
) => stagesOf(status, progress, now).map((stage) => `${stage.status} ${stage.state}: ${stage.when ?? ''}`)

test('a way that continues has its dates and the promised day', () =>
  expect(
    textOf('submitted', {
      reached: [{ status: 'submitted', at: at(16) }],
      answerBy: '2026-11-19',
      sentCorrections: null,
    }),
  ).toEqual([
    'submitted current: 16 November 2026',
    'under_review ahead: ',
    'approved ahead: Answer by Thursday 19 November 2026',
    'onboarded ahead: ',
  ]))

test('a promised day that has passed is not shown as one to come', () =>
  expect(
    textOf(
      'under_review',
      { reached: [{ status: 'submitted', at: at(16) }], answerBy: '2026-11-19', sentCorrections: null },
      new Date(at(20)),
    ),
  ).toContain('approved ahead: Was promised by Thursday 19 November 2026'))

test('skipped stages have no date', () =>
  expect(
    textOf('onboarded', {
      reached: [
        { status: 'submitted', at: at(16) },
        { status: 'onboarded', at: at(18) },
      ],
      answerBy: null,
      sentCorrections: null,
    }),
  ).toEqual([
    'submitted passed: 16 November 2026',
    'under_review passed: ',
    'approved passed: ',
    'onboarded current: 18 November 2026',
  ]))

test('a way that was left ends where it was left', () =>
  expect(
    textOf('rejected', {
      reached: [
        { status: 'submitted', at: at(16) },
        { status: 'under_review', at: at(17) },
        { status: 'rejected', at: at(18) },
      ],
      answerBy: null,
      sentCorrections: null,
    }),
  ).toEqual([
    'submitted passed: 16 November 2026',
    'under_review passed: 17 November 2026',
    'rejected current: 18 November 2026',
  ]))

test('there are no dates while none are known', () =>
  expect(textOf('rejected', null)).toEqual(['rejected current: ']))

test.each([
  ['submitted', ['submitted', 'approved']],
  ['under_review', ['submitted', 'under_review', 'approved']],
  ['onboarded', ['submitted', 'under_review', 'approved', 'onboarded']],
  ['cancelled', ['submitted', 'cancelled']],
] as const)('while dates are being read there is placeholders for those of %s', (status, dated) => {
  const placeholders = stagesOf(status, placeholderDates(status, new Date(at(16))), new Date(at(16)))
  expect(placeholders.flatMap((stage) => (stage.when === null ? [] : [stage.status]))).toEqual(dated)
})
