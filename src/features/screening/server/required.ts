import { notFound } from '#base/server/domain-error.ts'

/** All calls answer as if they did not exist while due diligence is switched off. */
export function requireScreening({ dueDiligence }: { dueDiligence: { on: boolean } }): void {
  if (!dueDiligence.on) throw notFound()
}
