import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { InputProblem } from '#base/rules/input/read-input.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { EXTENSION_DAYS, mayBeExtended } from '#features/due-diligence/rules/papers.ts'
import { renewalsOf, type Renewal } from '#features/due-diligence/rules/state.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { evidenceOf, implausibleIn } from './implausible.ts'
import type { DueDiligence, LoadedTask, TaskPaper } from './load.ts'
import { FIRMS_OFFICE } from '#features/due-diligence/rules/tasks.ts'
import type { VerificationDetails } from './acceptances.ts'

type Verdict = ParsedInput<'PUT /api/admin/applications/{id}/pack/{task}/verdict'>['body']

interface Decided {
  own: LoadedTask
  verdict: Verdict
}

/** Wrong fields of a verdict, each with its message. */
export const invalid = (problems: InputProblem[]) =>
  new DomainError('invalid', problems.map(({ message }) => message).join(' '), { errors: problems })

/**
 * What was implausible and seen, and the amounts on documents.
 *
 * @throws DomainError invalid (400) where an amount, a code or the note is missing
 */
export function requireSeen(
  { actor, now }: TransactionContext,
  found: DueDiligence,
  { own, verdict, documentIds }: Decided & { documentIds: readonly string[] },
): VerificationDetails {
  const { amounts = [], seen = [], note = '', extendedUntil } = verdict
  const unread = evidenceOf(found, own).filter(
    ({ id, of }) =>
      of.length > 0 && documentIds.includes(id) && amounts.every(({ documentId }) => documentId !== id),
  )
  if (unread.length > 0) {
    throw invalid(
      unread.map(({ id, label }) => ({
        path: `amounts.${id}`,
        message: `${label}: please enter the amount on it.`,
      })),
    )
  }
  const named = amounts.filter(({ documentId }) => documentIds.includes(documentId))
  const ofTask = implausibleIn(found, own.task === 'funds' ? named : own.accepted?.amounts).filter(
    ({ task }) => task === own.task,
  )
  const noted = ofTask.filter((one) => one.note !== 'none')
  const unseen = noted.filter(({ code }) => !seen.includes(code))
  if (unseen.length > 0) {
    throw invalid(unseen.map(({ code, text }) => ({ path: `seen.${code}`, message: text })))
  }
  if (noted.length > 0 && note === '') {
    throw invalid([{ path: 'note', message: 'Please write a note about what was found' }])
  }
  if (noted.some((one) => one.note === 'admin') && actor.role !== 'admin') {
    const message = 'This looks like an organisation. An admin has to confirm that this is a person.'
    throw invalid([{ path: 'seen.organisation-name', message }])
  }
  const today = dayOf(now)
  if (extendedUntil !== undefined) {
    const problem = extensionProblem(own, extendedUntil, today)
    if (problem !== null) throw invalid([{ path: 'extendedUntil', message: problem }])
  }
  return {
    seen: ofTask.map(({ code, text }) => ({ code, text })),
    amounts: named,
    ...(verdict.method === 'original-seen' && { original: originalOf(verdict, today) }),
  }
}

/** Where and when an original was seen. @throws DomainError invalid (400) for a day to come */
function originalOf(
  { original }: Decided['verdict'],
  today: string,
): VerificationDetails['original'] & object {
  const { where, on } = original ?? { where: FIRMS_OFFICE, on: today }
  if (on > today)
    throw invalid([{ path: 'original.on', message: 'This day is in the future. Please check it.' }])
  return { where, on }
}

function extensionProblem({ papers }: LoadedTask, until: string, today: string): string | null {
  if (!papers.some((paper) => mayBeExtended(paper, today))) {
    return 'Only an expired document of a refugee or asylum seeker is extended'
  }
  if (until > today && until <= dayAfter(today, EXTENSION_DAYS)) return null
  return `Please choose a day within the next ${EXTENSION_DAYS} days`
}

/** When something has to be renewed: an expired document that Home Affairs has extended, when the extension ends. */
export function renewalsBy(
  papers: readonly TaskPaper[],
  { expiresOn, extendedUntil }: Verdict,
  today: string,
): Renewal[] {
  const isExtended = (paper: TaskPaper) => extendedUntil !== undefined && mayBeExtended(paper, today)
  const others = renewalsOf(
    papers.filter((paper) => !isExtended(paper)),
    expiresOn ?? null,
  )
  return extendedUntil === undefined
    ? others
    : [...others, { dueOn: extendedUntil, expiresOn: extendedUntil }]
}
