import type { RoundView, JudgedItemView } from '#features/corrections/api.ts'
import { comparedAnswers } from '#features/applications/rules/round/answer-text-at.ts'
import { correctionReasons } from '#features/applications/rules/round/reasons.ts'
import { roundStates } from '#features/applications/rules/round/rounds.ts'
import { subjectLabel } from '#features/applications/rules/round/subjects.ts'
import { formatDateTime, formatDay } from '#base/rules/time/dates.ts'
import type { Block } from '#base/server/pdf/blocks.ts'

type Fact = readonly [label: string, value: string]

const verdictLabels = { accepted: 'Accepted', again: 'Asked again' } as const

/** A correction request in a PDF: what was asked and why, the previous answer, and the new one. */
export function correctionBlocks(round: RoundView): Block[] {
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
  const timeFact = (label: string, at: string | null): Fact[] =>
    at === null ? [] : [[label, formatDateTime(new Date(at))]]
  return [
    ['State', roundStates[state]],
    ...timeFact('Asked', askedAt),
    ...(dueOn === null ? [] : [['Due', formatDay(dueOn)] as const]),
    ...timeFact('Sent back', answeredAt),
    ...timeFact('Closed', closedAt),
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
  const fact = (label: string, text: string | null | undefined): Fact[] => (text ? [[label, text]] : [])
  return [
    ...(subject.kind === 'question' ? fact('Question', subject.question) : []),
    ...fact('Reason', reason && correctionReasons[reason]),
    ...fact('Comment', comment),
    ...comparedAnswers(before, after).flatMap((one): Fact[] => [
      [`${one.label}, before`, one.before],
      [`${one.label}, after`, one.after],
    ]),
    ...fact('Document, before', document?.name),
    ...fact('Document, after', file?.name),
    ...fact('The client wrote', reply),
    ...fact('Judged', verdict && verdictLabels[verdict]),
  ]
}
