import { onTestFinished } from 'vitest'
import type { Settings } from '#base/server/config/settings.ts'

/** Changes settings of a running server until the test ends, however it ends. */
export function changeSettings(
  { context }: { context: { settings: Settings } },
  change: Partial<Settings>,
): void {
  const before = context.settings
  context.settings = { ...before, ...change }
  onTestFinished(() => {
    context.settings = before
  })
}
