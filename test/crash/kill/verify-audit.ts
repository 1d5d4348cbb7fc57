import { expect } from 'vitest'
import { runCommandFile } from '#test/support/command.ts'
import type { Deployment } from './site.ts'

/** Checks that `npm run audit:verify` reports a valid log. */
export async function verifyAudit({ environment }: Pick<Deployment, 'environment'>): Promise<void> {
  const { code, output } = await runCommandFile('src/app/commands/verify-audit.ts', [], environment)
  expect([code, output]).toEqual([0, expect.stringContaining('is intact')])
}
