import type { LetterRun, letterEndpoints } from '#features/signing/api/letters.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { notFound } from '#base/server/domain-error.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { previewLetter } from './preview-letter.ts'
import { publishTemplate } from './publish-template.ts'
import { letterRun, lettersState, managerLetter } from './queries.ts'
import { saveProfile } from './save-profile.ts'
import { startLetters } from './start-letters.ts'

/** Routes of FAIS letters from the firm's template. */
export const letterHandlers: Handlers<keyof typeof letterEndpoints> = {
  'GET /api/firm/letters': async ({ context }) => {
    await loadFirm(context)
    return lettersState(context)
  },

  'GET /api/firm/letters/preview': async (call) => {
    const pdf = await previewLetter(call, call.query.managerId)
    return call.reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', 'inline; filename="FAIS_Disclosure_Letter_draft.pdf"')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('cache-control', 'no-store')
      .send(pdf)
  },

  'POST /api/firm/letters/publish': async (call) => {
    await publishTemplate(call, call.body)
    return lettersState(call.context)
  },

  'PUT /api/firm/letters/profiles/{id}': async (call) => {
    await saveProfile(call, call.params.id, call.body)
    return managerLetter(call.context, call.params.id)
  },

  'POST /api/firm/letters': (call) =>
    startLetters(call, call.body, async (tx) => call.keep(tx, await currentRun(tx))),

  'GET /api/firm/letters/run': async ({ context }) => ({ run: await letterRun(context.database.db) }),
}

async function currentRun(tx: Transaction): Promise<LetterRun> {
  const run = await letterRun(tx)
  if (run === null) throw notFound()
  return run
}
