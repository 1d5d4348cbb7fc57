import { contract } from '#app/contract.ts'
import { type AnswerOf } from '#base/rules/api/contract.ts'
import type { mailPreviewEndpoints, PreviewedCall } from '#features/mail/api/mail-previews.ts'
import { mailExamples } from '#features/review/server/bulk/examples.ts'
import { mailInvitationExamples } from '#features/imports/server/invitation-mails.ts'
import { parseInput, type Call, type Handler, type Handlers } from '#features/access/server/http/route.ts'
import { StoredResponse, storerOf } from '#features/access/server/idempotency/stored-responses.ts'
import { requirePermission } from '#features/access/server/permission.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { oneOfEachKind, performDryRun, type DryRunResult } from './dry-run.ts'

type Previewing = Call<'POST /api/staff/mail-previews'>
type Preview = AnswerOf<'POST /api/staff/mail-previews'>

/** Parsed by the schemas of the previewed call. */
interface Asked {
  params: unknown
  body: unknown
}

const TOO_MANY = 'You’ve previewed too many emails.'

/** Previews mails. @param handlerOf returns the handler of a call */
export function mailPreviewHandlers(
  handlerOf: <Key extends PreviewedCall>(key: Key) => Handler<Key>,
): Handlers<keyof typeof mailPreviewEndpoints> {
  return {
    'POST /api/staff/mail-previews': async (caller) => {
      const { call: key, params = {}, body = {} } = caller.body
      await countWithin(caller.context, ['mailPreviews', caller.actor.userId, TOO_MANY])
      const asked = { params, body }
      if (key === 'POST /api/admin/bulk-acts') return ofMany(caller, handlerOf(key), asked)
      if (key === 'PUT /api/admin/imports/{id}/invitations') return inBatches(caller, handlerOf(key), asked)
      const { mails } = await runDry(caller, { key, handler: handlerOf(key), asked })
      return { mails: oneOfEachKind(mails), applications: null }
    },
  }
}

/** A bulk action is queued for a job, so its mails come from running it for some applications. */
async function ofMany(
  caller: Previewing,
  handler: Handler<'POST /api/admin/bulk-acts'>,
  asked: Asked,
): Promise<Preview> {
  const key = 'POST /api/admin/bulk-acts'
  let applications: number | null = null
  const { mails } = await runDry(caller, { key, handler, asked }, async (call, answer) => {
    const { id, total } = answer as AnswerOf<typeof key>
    // Reassignment mails each manager once, so its mails are no examples.
    applications = call.body.act.name === 'assign' ? null : total
    await mailExamples(call, id)
  })
  return { mails: oneOfEachKind(mails), applications }
}

/** Invitations in batches are sent by a job, so their mails come from inviting one client of each kind. */
async function inBatches(
  caller: Previewing,
  handler: Handler<'PUT /api/admin/imports/{id}/invitations'>,
  asked: Asked,
): Promise<Preview> {
  const key = 'PUT /api/admin/imports/{id}/invitations'
  let applications: number | null = null
  const { mails } = await runDry(caller, { key, handler, asked }, async ({ context, params }) => {
    applications = await mailInvitationExamples(context, params.id)
  })
  return { mails: oneOfEachKind(mails), applications }
}

/**
 * Runs the handler of a call in a dry run: it returns the mails that the call would send, or its error.
 *
 * @param asked the unparsed input of the call
 * @param further what the call leaves to a job
 * @throws DomainError as the call
 */
async function runDry<Key extends PreviewedCall>(
  caller: Call<'POST /api/staff/mail-previews'>,
  { key, handler, asked }: { key: Key; handler: Handler<Key>; asked: { params: unknown; body: unknown } },
  further?: (call: Call<Key>, answer: unknown) => Promise<void>,
): Promise<DryRunResult> {
  if (typeof handler !== 'function') throw new Error(`${key} reads with its session: it mails nothing.`)
  requirePermission(caller.actor, contract[key].access)
  const input = parseInput(contract[key], { ...asked, query: {} })
  return performDryRun(caller.context, async (context) => {
    const keep = storerOf(context, null, caller.now)
    // As in a route, the schema that parsed the input determines its type.
    const call = { ...caller, ...input, context, keep } as Call<Key>
    const made: unknown = await handler(call)
    const answer: unknown = made instanceof StoredResponse ? made.answer : made
    await further?.(call, answer)
    return answer
  })
}
