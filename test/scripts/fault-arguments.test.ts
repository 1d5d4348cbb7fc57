import { expect, test } from 'vitest'

const ARGUMENTS = new URL('../../scripts/fault-arguments.mjs', import.meta.url).href
const { readFaults } = (await import(ARGUMENTS)) as { readFaults: (args: string[]) => unknown }

test.each([
  [[], { rest: ['test/faults/'] }],
  [['1'], { rounds: '1', rest: ['test/faults/'] }],
  [['1', 'day-of-jobs'], { rounds: '1', rest: ['day-of-jobs'] }],
  [['day-of-jobs'], { rest: ['day-of-jobs'] }],
  [['2', '-t', 'frozen'], { rounds: '2', rest: ['test/faults/', '-t', 'frozen'] }],
  [['faults.test', '-t', 'frozen'], { rest: ['faults.test', '-t', 'frozen'] }],
])('`npm test -- --only faults` with %j plays what is named', (args, expected) => {
  expect(readFaults(args)).toEqual(expected)
})
