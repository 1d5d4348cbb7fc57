import type { phoneUploadEndpoints } from '#features/documents/api/phone-uploads.ts'
import { formatMailedCode } from '#base/rules/input/mailed-code.ts'
import { documentKinds } from '#features/applications/rules/documents/kinds.ts'
import { phonePath } from '#features/documents/rules/phone-links.ts'
import { papers } from '#features/due-diligence/rules/papers.ts'
import { registerDocument } from '#features/documents/server/register.ts'
import { ownOriginOf } from '#features/documents/server/routes.ts'
import { giveUploadAddress } from '#features/documents/server/upload-addresses.ts'
import { registerOwnPaper } from '#features/due-diligence/server/papers.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { findPhone, makePhoneLink, openPhoneLink } from './links.ts'

/** Routes of photos from a phone that is not signed in. */
export const phoneUploadHandlers: Handlers<keyof typeof phoneUploadEndpoints> = {
  'POST /api/application/phone-link': async (call) => {
    const { code, expiresAt } = await makePhoneLink(call, call.body)
    const url = `${ownOriginOf(call.context, call.request)}${phonePath(code)}`
    return { url, code: formatMailedCode(code), expiresAt: expiresAt.toISOString() }
  },

  'POST /api/phone': async (call) => {
    const { secret, link } = await openPhoneLink(call, call.body.token)
    const { kind, itemId, paper, expiresAt } = link
    const single = itemId !== null || documentKinds[kind].maxCount === 1
    const { label } = paper === null ? documentKinds[kind] : papers[paper]
    return { secret, kind, label, single, expiresAt: expiresAt.toISOString() }
  },

  'POST /api/phone/upload': async (call) => {
    const { secret, contentType, size } = call.body
    const { actor, link } = await findPhone(call.context, secret, call.now)
    const ownOrigin = ownOriginOf(call.context, call.request)
    const announced = { purpose: link.kind, contentType, size }
    return { uploadURL: await giveUploadAddress({ ...call, actor }, { ownOrigin, announced }) }
  },

  'PUT /api/phone/file': async (call) => {
    const { secret, fileURL, fileName } = call.body
    const { actor, link } = await findPhone(call.context, secret, call.now)
    const act = { context: call.context, origin: call.origin, now: call.now, actor }
    const { kind, task, paper } = link
    if (task !== null && paper !== null) {
      const dates = { issuedOn: link.issuedOn ?? undefined, expiresOn: link.expiresOn ?? undefined }
      await registerOwnPaper(act, task, { paper, ...dates, fileURL, fileName })
    } else {
      await registerDocument(act, { kind, address: fileURL, fileName, itemId: link.itemId ?? undefined })
    }
    return undefined
  },
}
