import type { BulkAct } from '#domain/api/bulk-acts.ts'
import type { ProblemCode } from '#domain/api/problem.ts'
import type { BulkActName, BulkOutcome } from '#domain/applications/review/bulk-acts.ts'
import type { Doer } from '#server/actor.ts'
import { notifyWithin } from '#server/annual-reviews/commands.ts'
import { sendMails } from '#server/application-record/hold.ts'
import { changeStatusWithin } from '#server/desk/change-status.ts'
import type { Refusal } from '#server/refusal.ts'
import { assignWithin } from '#server/users/hand-over.ts'
import { drawForWhoNeverCame, remindOrInviteWithin } from '#server/users/renew-invitation.ts'
import type { Act, Work } from '#server/work.ts'

/** What became of one application, and whose it was before. */
export interface Done {
  outcome: BulkOutcome
  managerBefore?: string | null
}

type Verb = (work: Work<Doer>) => Promise<Done>
type Named<Name extends BulkActName> = Extract<BulkAct, { name: Name }>

/** The single acts that are done to many: what takes a while is made ready before the transaction. */
const verbs: {
  [Name in BulkActName]: (act: Act<Doer>, wanted: Named<Name>, applicationId: string) => Promise<Verb>
} = {
  async remind(act, _, id) {
    const drawn = await drawForWhoNeverCame(act, id)
    return async (work) => {
      const isInvited = await remindOrInviteWithin(work, id, { again: false, drawn, isHeld: false })
      return { outcome: isInvited ? 'invited' : 'done' }
    }
  },

  notify: (_, __, id) =>
    Promise.resolve(async (work) => {
      const done = await notifyWithin(work, id, { again: false, mails: sendMails(work) })
      return { outcome: 'why' in done ? 'not-due' : 'done' }
    }),

  assign(_, { wealthManagerId, withoutLetter = false }, id) {
    return Promise.resolve(async (work) => {
      const moved = await assignWithin(work, id, { wealthManagerId, withoutLetter })
      return moved === null ? { outcome: 'unchanged' } : { outcome: 'done', managerBefore: moved.from }
    })
  },

  'change-status': (_, { status, reason }, id) =>
    Promise.resolve(async (work) => {
      const wanted = { status, ...(reason !== undefined && { reason }) }
      await changeStatusWithin(work, id, wanted, sendMails(work))
      return { outcome: 'done' }
    }),
}

/** What an act does to one application, ready to be done. */
export function prepare(act: Act<Doer>, wanted: BulkAct, applicationId: string): Promise<Verb> {
  // Each verb takes what bears its own name.
  const verb = verbs[wanted.name] as (act: Act<Doer>, wanted: BulkAct, id: string) => Promise<Verb>
  return verb(act, wanted, applicationId)
}

const ofCode: Readonly<Partial<Record<ProblemCode, BulkOutcome>>> = {
  'sent-recently': 'sent-recently',
  'round-open': 'round-open',
}

/** What a no to one application is called among the results. */
export function outcomeOf({ kind, code }: Refusal): BulkOutcome {
  return kind === 'not-found' ? 'missing' : ((code && ofCode[code]) ?? 'changed')
}
