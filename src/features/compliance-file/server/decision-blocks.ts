import { approvalKinds, withdrawalReasons } from '#features/approvals/rules/approvals.ts'
import { factorLabels } from '#features/due-diligence/rules/rating/factors.ts'
import { riskLevels } from '#features/due-diligence/rules/rating/levels.ts'
import { formatDateTime, formatDay } from '#base/rules/time/dates.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type { Approval } from '#features/approvals/api.ts'
import type { ClientFile, FiledRating } from './client-file.ts'
import type { FiledHit } from './screening-record.ts'
import { table } from './table-block.ts'

/** The risk ratings with every factor, newest first. */
export function ratingBlocks({ ratings: all }: ClientFile): Block[] {
  if (all.length === 0) return [{ kind: 'paragraph', text: 'The client has not been rated.' }]
  return all.flatMap((rating): Block[] => [
    { kind: 'paragraph', text: ratingText(rating) },
    table(
      [
        ['Factor', 26],
        ['Why', 58],
        ['Points', 16],
      ],
      rating.factors.map(({ factor, sentence, points, alwaysHigh }) => [
        factorLabels[factor],
        sentence,
        alwaysHigh ? 'High' : String(points),
      ]),
      '',
    ),
  ])
}

function ratingText({ level, points, computed, modelVersion, ratedByName, ratedAt, ...rest }: FiledRating) {
  const { levels, supersededAt, refreshOn, judgement } = rest
  return [
    `**${riskLevels[level]}**, ${points} points by version ${modelVersion} of the firm’s risk model, rated by ${ratedByName} on ${formatDateTime(ratedAt)}.`,
    levels === null
      ? null
      : `Medium is from ${levels.medium} points, High from ${levels.high}; a factor marked High makes the rating High whatever the points.`,
    supersededAt === null
      ? `Current. FICA checks are renewed by ${formatDay(refreshOn)}.`
      : `Replaced on ${formatDateTime(supersededAt)}.`,
    judgement.byHand === undefined
      ? null
      : `By the model ${riskLevels[computed]}; by hand: ${judgement.byHand.reason}`,
    judgement.higherRisk === undefined
      ? null
      : `${judgement.higherRisk.yes ? 'A higher risk' : 'No higher risk'}: ${judgement.higherRisk.reason}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What was asked of a second person, and what they decided. */
export function approvalTable(approvals: readonly Approval[], hits: readonly FiledHit[]): Block {
  return table(
    [
      ['What', 24],
      ['Asked', 38],
      ['Decided', 38],
    ],
    approvals.map((one) => [
      `**${approvalKinds[one.kind]}**${aboutHit(one.hitId, hits)}`,
      `${one.askedByName}, ${formatDateTime(new Date(one.askedAt))}. ${one.askedWords ?? ''}`,
      one.decidedAt === null || one.decidedByName === null
        ? one.state === 'open'
          ? 'Open'
          : lapsedText(one)
        : `${one.state === 'granted' ? 'Granted' : 'Refused'} by ${one.decidedByName}, ${formatDateTime(new Date(one.decidedAt))}. ${one.words ?? ''}`,
    ]),
    'No approval was asked for.',
  )
}

function aboutHit(hitId: string | null, hits: readonly FiledHit[]): string {
  const hit = hits.find(({ id }) => id === hitId)
  return hit === undefined ? '' : `: ${hit.entry.names[0]?.name ?? ''}, entry ${hit.uid}`
}

function lapsedText({ withdrawnBecause, decidedAt }: Approval): string {
  if (withdrawnBecause === null || decidedAt === null) return 'Lapsed without a decision'
  return `Withdrawn on ${formatDateTime(new Date(decidedAt))}: ${withdrawalReasons[withdrawnBecause]}`
}
