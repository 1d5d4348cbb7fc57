import { expect, test } from 'vitest'
import { expectsScan } from './scan-results.ts'

const uploadDate = '2026-11-20T08:00:00.000Z'

test.each([
  ['nothing waits', [{ uploadDate }, { uploadDate, virusScan: 'infected' }], '08:00:10', false],
  ['one waits', [{ uploadDate }, { uploadDate, virusScan: 'waiting' }], '08:02:59', true],
  ['one has waited for long', [{ uploadDate, virusScan: 'waiting' }], '08:03:00', false],
] as const)('%s', (_, files, time, expected) =>
  expect(expectsScan(files, new Date(`2026-11-20T${time}.000Z`))).toBe(expected),
)
