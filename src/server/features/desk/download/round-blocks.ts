import type { RoundView, JudgedItemView } from '#domain/api/corrections.ts'
import { comparedAnswers } from '#domain/corrections/answer-text-at.ts'
import { correctionReasons } from '#domain/corrections/reasons.ts'
import { roundStates } from '#domain/corrections/rounds.ts'
import { subjectLabel } from '#domain/corrections/subjects.ts'
import { formatDateTime, formatDay } from '#domain/time/dates.ts'
import type { Block } from '#server/platform/pdf/blocks.ts'

type Fact = readonly [label: string, value: string]

const verdictWords = { accepted: 'Accepted', again: 'Asked again' } as const

/** A round of corrections on paper: what was asked for and why, what it was before, and what came back. */
export function roundBlocks(round: RoundView): Block[] {
  const standing: Block = { kind: 'facts', rows: standingOf(round) }
  return [
    standing,
    ...round.items.flatMap((item, index): Block[] => [
      { kind: 'heading', number: index + 1, text: subjectLabel(item.subject) },
      { kind: 'facts', rows: factsOf(item) },
    ]),
  ]
}

function standingOf({ state, askedAt, dueOn, answeredAt, closedAt }: RoundView): Fact[] {
  const moment = (label: string, at: string | null): Fact[] =>
    at === null ? [] : [[label, formatDateTime(new Date(at))]]
  return [
    ['State', roundStates[state]],
    ...moment('Asked', askedAt),
    ...(dueOn === null ? [] : [['Due', formatDay(dueOn)] as const]),
    ...moment('Sent back', answeredAt),
    ...moment('Closed', closedAt),
  ]
}

function factsOf({
  subject,
  reason,
  comment,
  before,
  after,
  document,
  file,
  reply,
  verdict,
}: JudgedItemView): Fact[] {
  const said = (label: string, text: string | null | undefined): Fact[] => (text ? [[label, text]] : [])
  return [
    ...(subject.kind === 'question' ? said('Question', subject.question) : []),
    ...said('Reason', reason && correctionReasons[reason]),
    ...said('Comment', comment),
    ...comparedAnswers(before, after).flatMap((one): Fact[] => [
      [`${one.label}, before`, one.before],
      [`${one.label}, after`, one.after],
    ]),
    ...said('Document, before', document?.name),
    ...said('Document, after', file?.name),
    ...said('The client wrote', reply),
    ...said('Judged', verdict && verdictWords[verdict]),
  ]
}
