import type { firmEndpoints } from '#features/firm/api.ts'
import { readIfMatch } from '#base/server/http/etag.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { loadFirm } from '#features/brand/server/load-firm.ts'
import { completeSetup } from './complete-setup.ts'
import { previewWording, sendTestMail } from './preview-wording.ts'
import { firmState, sectionState, versionsOf } from './queries.ts'
import { restoreSection, saveSection } from './save-section.ts'

/** Routes of the firm's own settings. */
export const firmHandlers: Handlers<keyof typeof firmEndpoints> = {
  'GET /api/firm/settings': async ({ context }) => {
    // Another server may have changed them within the last second.
    await loadFirm(context)
    return firmState(context)
  },

  'PUT /api/firm/settings/{section}': async (call) => {
    const { section } = call.params
    const { values, proof } = call.body
    await saveSection(call, { section, values, proof, isCurrent: readIfMatch(call.request) })
    return sectionState(call.context, section)
  },

  'GET /api/firm/settings/{section}/versions': ({ context, params }) =>
    versionsOf(context.database.db, params.section),

  'POST /api/firm/settings/{section}/restore': async (call) => {
    const { section } = call.params
    const { version, proof } = call.body
    await restoreSection(call, { section, version, proof, isCurrent: readIfMatch(call.request) })
    return sectionState(call.context, section)
  },

  'POST /api/firm/wording-previews': async ({ context, body, now }) => previewWording(context, body, now),

  'POST /api/firm/test-mails': async (call) => {
    await sendTestMail(call, call.body)
    return undefined
  },

  'POST /api/firm/setup/complete': async (call) => {
    await completeSetup(call)
    return firmState(call.context)
  },
}
