import { expect, test } from 'vitest'

const RESULTS = new URL('../../scripts/test-results.mjs', import.meta.url).href
type Read = (
  report?: object,
) => Record<'passed' | 'failed' | 'skipped', number> &
  Record<'failures' | 'repeated', string[]> & { screens?: Record<string, string> }
const { playwrightResults, vitestResults } = (await import(RESULTS)) as Record<
  'playwrightResults' | 'vitestResults',
  Read
>

test('tests are counted, and those that failed or were repeated are named', () => {
  const results = vitestResults({
    numPassedTests: 2,
    numPendingTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: ' adds up', status: 'passed', failureMessages: [] },
          { fullName: ' is slow at times', status: 'passed', failureMessages: ['Error: timeout'] },
          { fullName: ' breaks', status: 'failed', failureMessages: ['Error'] },
          { fullName: ' is left out', status: 'skipped', failureMessages: [] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    ],
  })
  expect(results).toEqual({
    passed: 2,
    failed: 2,
    skipped: 1,
    failures: ['breaks', 'b.test.ts'],
    repeated: ['is slow at times'],
  })
})

test('so are those in a browser, with the file and the group that they belong to', () => {
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ projectName: 'phone', status }],
  })
  const results = playwrightResults({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        title: 'a.e2e.ts',
        specs: [spec('opens', 'expected')],
        suites: [{ title: 'offline', specs: [spec('waits', 'flaky'), spec('tells', 'unexpected')] }],
      },
    ],
  })
  expect(results).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: ['[phone] › a.e2e.ts › offline › tells'],
    repeated: ['[phone] › a.e2e.ts › offline › waits'],
  })
})

test.each([vitestResults, playwrightResults])('without a report nothing is counted', (read) => {
  expect(read()).toMatchObject({ passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] })
})
