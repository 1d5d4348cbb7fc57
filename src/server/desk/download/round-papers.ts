import { Readable } from 'node:stream'
import type { RoundView } from '#domain/api/corrections.ts'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import type { BrandingSettings } from '#server/config/branding.ts'
import type { Bundle } from './archive.ts'
import { makeRoundPaper } from './make-summary.ts'

/** A PDF for each round that was sent, drawn when its turn in an archive comes. */
export function roundPapers(
  application: Pick<ReviewedApplication, 'id' | 'reference' | 'fullName' | 'username'>,
  rounds: readonly RoundView[],
  branding: BrandingSettings,
  now: Date,
): NonNullable<Bundle['records']> {
  return rounds.map((round) => ({
    name: `Corrections, round ${round.number}.pdf`,
    content: drawn(() => makeRoundPaper(application, round, branding, now)),
  }))
}

function drawn(draw: () => Promise<Buffer>): Readable {
  async function* write() {
    yield await draw()
  }
  return Readable.from(write(), { objectMode: false })
}
