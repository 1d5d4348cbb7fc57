import type { BulkAct } from '#features/review/api/bulk-acts.ts'
import type { ProblemCode } from '#base/rules/api/problem.ts'
import type { BulkActName, BulkOutcome } from '#features/review/rules/bulk-acts.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import {
  checkEdit,
  ownHosts,
  refuseForeignLinks,
  withEditedMails,
} from '#features/mail/server/edited-mail.ts'
import { notifyEach } from '#features/annual-reviews/server/commands.ts'
import { sendMails } from '#features/applications/server/record/delayed-mails.ts'
import { changeStatusOfEach } from '#features/review/server/change-status.ts'
import type { DomainError, RejectedItems } from '#base/server/domain-error.ts'
import { assignEach } from '#features/accounts/server/hand-over.ts'
import {
  generatePasswordsForPendingInvites,
  remindOrInviteEach,
} from '#features/accounts/server/renew-invitation.ts'
import type { CommandContext, TransactionContext } from '#features/access/server/command-context.ts'
import { queueEvents } from '#features/applications/server/events/queue-events.ts'

/** The result for one application, and its previous manager. */
export interface Done {
  outcome: BulkOutcome
  managerBefore?: string | null
  /** What onboarding still waits for, in words. */
  notReady?: readonly string[]
}

/** Performs an action on several applications; returns the result of each. */
type RunAction = (
  work: TransactionContext<Doer>,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Done>>
type Named<Name extends BulkActName> = Extract<BulkAct, { name: Name }>

/** The single actions by name; slow preparation happens before the transaction. */
const actions: {
  [Name in BulkActName]: (
    act: CommandContext<Doer>,
    wanted: Named<Name>,
    ids: readonly string[],
  ) => Promise<RunAction>
} = {
  async remind(act, _, of) {
    const drawn = await generatePasswordsForPendingInvites(act, of)
    return async (work, ids) => {
      const how = { again: false, drawn, isDelayed: false }
      const { refused, invited } = await remindOrInviteEach(work, ids, how)
      return eachOf(ids, refused, (id) => ({ outcome: invited.has(id) ? 'invited' : 'done' }))
    }
  },

  notify: () =>
    Promise.resolve(async (work, ids) => {
      const { refused, notices } = await notifyEach(work, ids, { again: false, mails: sendMails(work) })
      return eachOf(ids, refused, (id) => ({ outcome: notices.has(id) ? 'done' : 'not-due' }))
    }),

  assign: (_, { wealthManagerId, withoutLetter = false }) =>
    Promise.resolve(async (work, ids) => {
      const { refused, moves } = await assignEach(work, ids, { wealthManagerId, withoutLetter })
      const before = new Map(
        moves.flatMap(({ from, handed }) => handed.applicationIds.map((id) => [id, from])),
      )
      await queueEvents(work, {
        type: 'application.manager_changed',
        applicationIds: [...before.keys()],
        data: { to: wealthManagerId },
        dataOf: Object.fromEntries([...before].map(([id, from]) => [id, { from }])),
      })
      return eachOf(ids, refused, (id) => {
        const managerBefore = before.get(id)
        return managerBefore === undefined ? { outcome: 'unchanged' } : { outcome: 'done', managerBefore }
      })
    }),

  'change-status': (_, { status, reason, skipUnchecked }) =>
    Promise.resolve(async (work, ids) => {
      const wanted = {
        status,
        ...(reason !== undefined && { reason }),
        ...(skipUnchecked && { skipUnchecked }),
      }
      const refused = await changeStatusOfEach(work, ids, wanted, sendMails(work))
      return eachOf(ids, refused, () => ({ outcome: 'done' }))
    }),
}

function eachOf(
  ids: readonly string[],
  refused: RejectedItems,
  done: (id: string) => Done,
): Map<string, Done> {
  return new Map(
    ids.map((id) => {
      const error = refused.get(id)
      return [id, error === undefined ? done(id) : resultOf(error)]
    }),
  )
}

/** The mail to clients whose text is one for all; a client who is invited instead gets the standard invitation. */
const editedMails = {
  remind: 'application-reminder',
  notify: 'annual-review',
  'change-status': 'application-status',
} as const

/**
 * The same command, whose mails to clients are sent as edited.
 *
 * @throws DomainError invalid (400) as `checkEdit`
 */
export function withMailOf<Act extends { context: Context }>(act: Act, wanted: BulkAct): Act {
  if (wanted.name === 'assign') return act
  const template = editedMails[wanted.name]
  const { firm } = act.context.settings
  if (wanted.name === 'change-status') refuseForeignLinks({ reason: wanted.reason ?? '' }, firm)
  if (wanted.mail !== undefined) checkEdit(wanted.mail, template, ownHosts(firm))
  return withEditedMails(act, { [template]: wanted.mail })
}

/** Prepares an action on several applications. */
export function prepare(
  act: CommandContext<Doer>,
  wanted: BulkAct,
  ids: readonly string[],
): Promise<RunAction> {
  // Each function accepts the action of its own name.
  const run = actions[wanted.name] as (
    act: CommandContext<Doer>,
    wanted: BulkAct,
    ids: readonly string[],
  ) => Promise<RunAction>
  return run(act, wanted, ids)
}

const ofCode: Readonly<Partial<Record<ProblemCode, BulkOutcome>>> = {
  'sent-recently': 'sent-recently',
  'round-open': 'round-open',
  'not-checked': 'not-checked',
  'requirements-missing': 'not-ready',
  'not-ready': 'not-ready',
}

/** The result of an application whose action was refused, with the reasons that the single action gives. */
export function resultOf({ kind, code, current }: DomainError): Done {
  const outcome = kind === 'not-found' ? 'missing' : ((code && ofCode[code]) ?? 'changed')
  const missing = current?.missing
  return missing === undefined ? { outcome } : { outcome, notReady: missing.map(({ text }) => text) }
}
