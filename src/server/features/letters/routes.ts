import type { letterEndpoints } from '#domain/api/letters.ts'
import { loadFirm } from '#server/shared/firm/load-firm.ts'
import type { Handlers } from '#server/shared/http/route.ts'
import { generateLetter } from './generate-letter.ts'
import { previewLetter } from './preview-letter.ts'
import { publishTemplate } from './publish-template.ts'
import { lettersState, managerLetter } from './queries.ts'
import { saveProfile } from './save-profile.ts'

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

  'POST /api/firm/letters': async (call) => {
    await generateLetter(call, call.body)
    return managerLetter(call.context, call.body.managerId)
  },
}
