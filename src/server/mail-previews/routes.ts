import type { AnswerOf } from '#domain/api/contract.ts'
import type { mailPreviewEndpoints, PreviewedCall } from '#domain/api/mail-previews.ts'
import { mailExamples } from '#server/bulk/examples.ts'
import type { Call, Handler, Handlers } from '#server/http/route.ts'
import { countWithin } from '#server/throttling/throttle.ts'
import { oneOfEachKind, rehearse } from './rehearse.ts'

type Previewing = Call<'POST /api/staff/mail-previews'>
type Preview = AnswerOf<'POST /api/staff/mail-previews'>

/** What is parsed by the schemas of the call that it is for. */
interface Asked {
  params: unknown
  body: unknown
}

const TOO_MANY = 'You have looked at very many emails before sending them.'

/** Shows mails before they are sent. @param handlerOf what answers the calls themselves */
export function mailPreviewHandlers(
  handlerOf: <Key extends PreviewedCall>(key: Key) => Handler<Key>,
): Handlers<keyof typeof mailPreviewEndpoints> {
  return {
    'POST /api/staff/mail-previews': async (caller) => {
      const { call: key, params = {}, body = {} } = caller.body
      await countWithin(caller.context, ['mailPreviews', caller.actor.userId, TOO_MANY])
      const asked = { params, body }
      if (key === 'POST /api/admin/bulk-acts') return ofMany(caller, handlerOf(key), asked)
      const { mails } = await rehearse(caller, { key, handler: handlerOf(key), asked })
      return { mails: oneOfEachKind(mails), applications: null }
    },
  }
}

/** An act on many is noted and done by a job: what it mails is seen where it is done to some of them. */
async function ofMany(
  caller: Previewing,
  handler: Handler<'POST /api/admin/bulk-acts'>,
  asked: Asked,
): Promise<Preview> {
  const key = 'POST /api/admin/bulk-acts'
  let applications = 0
  const { mails } = await rehearse(caller, { key, handler, asked }, async (call, answer) => {
    const { id, total } = answer as AnswerOf<typeof key>
    applications = total
    await mailExamples(call, id)
  })
  return { mails: oneOfEachKind(mails), applications }
}
