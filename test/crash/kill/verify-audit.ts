import { expect } from 'vitest'
import { runCommandFile } from '#test/support/command.ts'
import type { Deployment } from './site.ts'

/** Expects what `npm run audit:verify` says of a deployment to be that its log is sound. */
export async function verifyAudit({ environment }: Pick<Deployment, 'environment'>): Promise<void> {
  const { code, output } = await runCommandFile('src/server/app/commands/verify-audit.ts', [], environment)
  expect([code, output]).toEqual([0, expect.stringContaining('is intact')])
}
