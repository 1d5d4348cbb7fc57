import { Readable } from 'node:stream'
import type { RoundView } from '#features/corrections/api.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import type { Bundle } from './archive.ts'
import { makeCorrectionPdf, type About } from './make-summary.ts'

/** A PDF for each sent correction request, rendered when its turn comes. */
export function correctionPdfs(
  act: CommandContext,
  application: About,
  rounds: readonly RoundView[],
): NonNullable<Bundle['records']> {
  return rounds.map((round) => ({
    name: `Corrections, round ${round.number}.pdf`,
    content: drawn(() => makeCorrectionPdf(application, round, act.context.settings.branding, act)),
  }))
}

function drawn(draw: () => Promise<Buffer>): Readable {
  async function* write() {
    yield await draw()
  }
  return Readable.from(write(), { objectMode: false })
}
