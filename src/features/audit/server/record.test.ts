import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = path.resolve(import.meta.dirname, '../../..')
const WRITES_TO_THE_LOG = /insert\(auditEvents\)|insert\s+into\s+(?:\$\{auditEvents\}|"?audit_events)/u

/** `record` and `withAudit` are the only writers of audit rows. */
test('nothing but this module writes to the audit log', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  const writers = files.filter((file) =>
    WRITES_TO_THE_LOG.test(readFileSync(path.join(SOURCES, file), 'utf8')),
  )
  expect(writers.toSorted()).toEqual([
    'features/audit/server/record.ts',
    'features/audit/server/with-audit.ts',
  ])
})
