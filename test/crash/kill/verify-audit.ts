import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import type { Site } from './site.ts'

/** Expects what `npm run audit:verify` says of a deployment to be that its log is sound. */
export function verifyAudit({ environment }: Site): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/commands/verify-audit.ts'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    encoding: 'utf8',
  })
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('is sound')])
}
