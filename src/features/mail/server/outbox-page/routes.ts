import type { outboxEndpoints } from '#features/mail/api/outbox.ts'
import type { Context } from '#base/server/context.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { setPaginationHeaders } from '#base/server/lists/answer-with-page.ts'
import { notFound } from '#base/server/domain-error.ts'
import { outboxFolder } from '../transports/create-transport.ts'
import { isOutboxShown } from './is-shown.ts'
import { listMails } from './list-mails.ts'
import { idIn, mailFileNames, readMailFile, type MailFile } from './mail-files.ts'
import { presentMail, presentMailWithText, withoutLinks, withPictures } from './present.ts'

/** Mails may not load, run or link to anything, and only our pages may frame them. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"

/** Mails written to files, shown in demo mode. */
export const outboxHandlers: Handlers<keyof typeof outboxEndpoints> = {
  'GET /api/admin/outbox': async (call) => {
    const page = await listMails(shownFolder(call.context), call.query)
    setPaginationHeaders(page, call)
    return page.mails.map(presentMail)
  },

  'GET /api/admin/outbox/{id}': async ({ context, params }) =>
    presentMailWithText(await openMail(context, params.id)),

  'GET /api/admin/outbox/{id}/html': async ({ context, params, reply }) => {
    const { content } = await openMail(context, params.id)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(withoutLinks(withPictures(content)))
  },
}

/** @throws DomainError not-found where mails are hidden, as if the page did not exist */
function shownFolder({ settings }: Context): string {
  if (!isOutboxShown(settings)) throw notFound()
  return outboxFolder(settings.dataDir)
}

/** @throws DomainError not-found for a missing mail */
async function openMail(context: Context, id: string): Promise<MailFile> {
  const folder = shownFolder(context)
  const name = (await mailFileNames(folder)).find((one) => idIn(one) === id)
  if (name === undefined) throw notFound()
  return readMailFile(folder, name)
}
