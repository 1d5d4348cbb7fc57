import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SERVER = path.resolve(import.meta.dirname, '../..')
const WRITES_TO_THE_LOG = /insert\(auditEvents\)|insert\s+into\s+(?:\$\{auditEvents\}|"?audit_events)/u

/** Who acts, from where and when is what `record` and `withAudit` make a row of: nobody else puts one together. */
test('nothing but this room writes to the audit log', () => {
  const files = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !file.endsWith('.test.ts'))
  const writers = files.filter((file) =>
    WRITES_TO_THE_LOG.test(readFileSync(path.join(SERVER, file), 'utf8')),
  )
  expect(writers.toSorted()).toEqual(['shared/audit/record.ts', 'shared/audit/with-audit.ts'])
})
