import type { BulkProgress } from '#features/review/api/bulk-acts.ts'
import { bulkOutcomes, type BulkOutcome } from '#features/review/rules/bulk-acts.ts'
import { actions, type ActionName } from '#features/access/rules/lifecycle/transitions.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'

const many = (count: number) => count.toLocaleString('en-ZA')

/** "1 application", "136 applications". */
export function applicationsText(count: number): string {
  return `${many(count)} ${count === 1 ? 'application' : 'applications'}`
}

/** What managers read before a bulk action, whatever the reason: "3 of 10 wait for Compliance and will be left out." */
export function waitingText(waiting: number, of: number): string {
  return `${many(waiting)} of ${many(of)} ${waiting === 1 ? 'waits' : 'wait'} for Compliance and will be left out.`
}

/** "Approve 18 applications", "Mark 40 applications as onboarded". */
export function decisionText(action: ActionName, count: number): string {
  const what = applicationsText(count)
  if (action === 'startReview') return `Start review of ${what}`
  if (action === 'markOnboarded') return `Mark ${what} as onboarded`
  if (action === 'markCancelled') return `Mark ${what} as cancelled`
  return `${actions[action].label} ${what}`
}

const TEXTS = { remind: 'Reminded', notify: 'Notified', assign: 'Assigned' } as const

/** The result of one application: "Reminded", "Cancelled". */
export function doneText({ name, status }: Pick<BulkProgress, 'name' | 'status'>): string {
  return name === 'change-status' ? statuses[status ?? 'draft'] : TEXTS[name]
}

/** Before the start: "136 applications will be reminded in a few seconds." */
export function upcomingText({
  name,
  status,
  total,
}: Pick<BulkProgress, 'name' | 'status' | 'total'>): string {
  return `${applicationsText(total)} will be ${happens(name, status)} in a few seconds.`
}

/** "136 applications are being reminded." */
export function runningText({
  name,
  status,
  total,
}: Pick<BulkProgress, 'name' | 'status' | 'total'>): string {
  return `${applicationsText(total)} ${total === 1 ? 'is' : 'are'} being ${happens(name, status)}.`
}

function happens(name: BulkProgress['name'], status: BulkProgress['status']): string {
  return name === 'change-status' ? `moved to “${statuses[status ?? 'draft']}”` : TEXTS[name].toLowerCase()
}

/** The result of an application. */
export function outcomeText(act: Pick<BulkProgress, 'name' | 'status'>, outcome: BulkOutcome | null): string {
  if (outcome === null) return 'Waiting'
  return outcome === 'done' ? doneText(act) : bulkOutcomes[outcome]
}

/** The results of all: "Reminded: 130. Never signed in, so a new invitation was sent instead: 6." */
export function outcomesText(progress: BulkProgress): string {
  const results = Object.entries(progress.outcomes) as [BulkOutcome, number][]
  const textOf = ([outcome, count]: [BulkOutcome, number]) =>
    outcome === 'not-ready' && progress.status === 'approved'
      ? `${many(count)} of ${many(progress.total)} ${count === 1 ? 'waits for Compliance and was' : 'wait for Compliance and were'} left out.`
      : `${outcomeText(progress, outcome)}: ${many(count)}.`
  return results.map((result) => textOf(result)).join(' ')
}

/** How many are finished, with any result. */
export function finishedCount({ outcomes }: Pick<BulkProgress, 'outcomes'>): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0)
}
