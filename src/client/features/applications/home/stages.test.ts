import { expect, test } from 'vitest'
import { roomForDates, stagesOf } from './stages.ts'

const at = (day: number) => `2026-11-${day}T08:00:00.000Z`
const said = (...[status, progress]: Parameters<typeof stagesOf>) =>
  stagesOf(status, progress).map((stage) => `${stage.status} ${stage.state}: ${stage.when ?? ''}`)

test('a way that goes on is told with its dates, and with the day that is promised', () =>
  expect(
    said('submitted', { reached: [{ status: 'submitted', at: at(16) }], answerBy: '2026-11-19' }),
  ).toEqual([
    'submitted current: 16 November 2026',
    'under_review ahead: ',
    'approved ahead: Answer by Thursday 19 November 2026',
    'onboarded ahead: ',
  ]))

test('what was skipped has no date', () =>
  expect(
    said('onboarded', {
      reached: [
        { status: 'submitted', at: at(16) },
        { status: 'onboarded', at: at(18) },
      ],
      answerBy: null,
    }),
  ).toEqual([
    'submitted passed: 16 November 2026',
    'under_review passed: ',
    'approved passed: ',
    'onboarded current: 18 November 2026',
  ]))

test('a way that was left ends where it was left', () =>
  expect(
    said('rejected', {
      reached: [
        { status: 'submitted', at: at(16) },
        { status: 'under_review', at: at(17) },
        { status: 'rejected', at: at(18) },
      ],
      answerBy: null,
    }),
  ).toEqual([
    'submitted passed: 16 November 2026',
    'under_review passed: 17 November 2026',
    'rejected current: 18 November 2026',
  ]))

test('there are no dates while none are known', () =>
  expect(said('rejected', null)).toEqual(['rejected current: ']))

test.each([
  ['submitted', ['submitted', 'approved']],
  ['under_review', ['submitted', 'under_review', 'approved']],
  ['onboarded', ['submitted', 'under_review', 'approved', 'onboarded']],
  ['cancelled', ['submitted', 'cancelled']],
] as const)('while dates are being read there is room for those of %s', (status, dated) => {
  const room = stagesOf(status, roomForDates(status, new Date(at(16))))
  expect(room.flatMap((stage) => (stage.when === null ? [] : [stage.status]))).toEqual(dated)
})
