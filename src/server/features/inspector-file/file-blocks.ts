import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { answerText } from '#domain/applications/wizard/answer-text.ts'
import { approvalKinds, withdrawalReasons } from '#domain/due-diligence/approvals.ts'
import { contentRows } from '#domain/due-diligence/content-rows.ts'
import { holdReasons } from '#domain/due-diligence/retention-holds.ts'
import { exposures } from '#domain/due-diligence/exposure.ts'
import { taskNames, tasks, verificationMethods, type TaskName } from '#domain/due-diligence/tasks.ts'
import { documentKinds } from '#domain/documents/kinds.ts'
import { groupThousands } from '#domain/money/rand.ts'
import { factorLabels } from '#domain/risk-rating/factors.ts'
import { RETENTION_YEARS } from '#domain/retention/retention.ts'
import { riskLevels } from '#domain/risk-rating/levels.ts'
import { formatDateTime, formatDay } from '#domain/time/dates.ts'
import type { Block } from '#server/platform/pdf/blocks.ts'
import type { ClientFile, FiledRating } from './client-file.ts'
import { screeningBlocks } from './screening-blocks.ts'
import { table } from './table-block.ts'

type Fact = readonly [label: string, value: string]

/** A file in the ZIP with its sum. */
export interface NamedPaper {
  name: string
  documentId: string
  sha256: string
}

/** The readable file: who identified whom, how, when, on which document; declarations; rating; approvals. */
export function fileBlocks(file: ClientFile, named: readonly NamedPaper[]): Block[] {
  const parts: [title: string, blocks: Block[]][] = [
    ['The client', [{ kind: 'facts', rows: clientFacts(file) }]],
    ['Who verified what, how and when', [verifications(file, named)]],
    ...taskNames.map((task): [string, Block[]] => [tasks[task].label, declared(file, task)]),
    ['Risk rating', ratings(file)],
    ['Sanctions lists', screeningBlocks(file.screening)],
    ['Approvals', approvals(file)],
    ['Decisions about the application', [decisions(file)]],
    ['Retention', [retention(file)]],
    ['Papers', [paperTable(file, named)]],
    ['Audit proof', [{ kind: 'paragraph', text: proofText(file) }]],
  ]
  return parts.flatMap(([text, blocks], index) => [{ kind: 'heading', number: index + 1, text }, ...blocks])
}

function clientFacts({ application, pack }: ClientFile): Fact[] {
  const time = (label: string, at: string | null): Fact[] =>
    at === null ? [] : [[label, formatDateTime(new Date(at))]]
  return [
    ['Name', answerText('fullName', application.fullName)],
    ['Reference', application.reference],
    ['ID document', answerText('idDocumentType', application.idDocumentType)],
    ['Number', answerText('idNumber', application.idNumber)],
    ['Date of birth', answerText('dateOfBirth', application.dateOfBirth)],
    ['Political exposure', exposures[pack.exposure]],
    ['Wealth manager', application.wealthManagerName ?? 'Not assigned'],
    ['Status', statuses[application.status]],
    ...time('Imported, not verified here', application.imported?.at ?? null),
    ...time('Submitted', application.submittedAt),
    ...time('Onboarded', application.onboardedAt),
  ]
}

function verifications({ pack }: ClientFile, named: readonly NamedPaper[]): Block {
  const names = new Map(named.map(({ documentId, name }) => [documentId, name]))
  const rows = pack.tasks.flatMap((task) =>
    task.verifications.map(({ result, method, byName, at, version, documentIds, note, expiresOn }) => [
      `**${tasks[task.task].label}**, version ${version}`,
      [
        result === 'accepted' ? 'Accepted' : 'Sent back',
        method === null ? null : verificationMethods[method],
        expiresOn === null ? null : `until ${formatDay(expiresOn)}`,
        note,
      ]
        .filter(Boolean)
        .join('. '),
      documentIds.map((id) => names.get(id) ?? id).join(', ') || 'None',
      `${byName}, ${formatDateTime(new Date(at))}`,
    ]),
  )
  return table(
    [
      ['What', 20],
      ['Result and method', 30],
      ['On which papers', 28],
      ['By whom, when', 22],
    ],
    rows,
    'Nothing was verified.',
  )
}

/** The declarations of a task word for word, newest first. */
function declared({ declarations }: ClientFile, task: TaskName): Block[] {
  const own = declarations.filter((one) => one.task === task)
  if (own.length === 0) return [{ kind: 'paragraph', text: 'The client has not declared this.' }]
  return own.flatMap(({ version, draft, wording, statement, madeAt }): Block[] => [
    {
      kind: 'paragraph',
      text: `**Version ${version}**, declared on ${formatDateTime(madeAt)}. Confirmed (wording ${wording})${statement === null ? '' : `: “${statement}”`}`,
    },
    {
      kind: 'facts',
      rows: contentRows(task, { ...draft }, (account) => account).map(({ label, value }) => [label, value]),
    },
  ])
}

function ratings({ ratings: all }: ClientFile): Block[] {
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
  const { supersededAt, refreshOn, judgement } = rest
  return [
    `**${riskLevels[level]}**, ${points} points by version ${modelVersion} of the model, rated by ${ratedByName} on ${formatDateTime(ratedAt)}.`,
    supersededAt === null
      ? `Current. Due diligence is refreshed on ${formatDay(refreshOn)}.`
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

function approvals({ pack }: ClientFile): Block[] {
  return [
    table(
      [
        ['What', 24],
        ['Asked', 38],
        ['Decided', 38],
      ],
      pack.approvals.map((one) => [
        `**${approvalKinds[one.kind]}**`,
        `${one.askedByName}, ${formatDateTime(new Date(one.askedAt))}. ${one.askedWords ?? ''}`,
        one.decidedAt === null || one.decidedByName === null
          ? one.state === 'open'
            ? 'Open'
            : lapsedText(one)
          : `${one.state === 'granted' ? 'Granted' : 'Refused'} by ${one.decidedByName}, ${formatDateTime(new Date(one.decidedAt))}. ${one.words ?? ''}`,
      ]),
      'No approval was asked for.',
    ),
  ]
}

function lapsedText({ withdrawnBecause, decidedAt }: ClientFile['pack']['approvals'][number]): string {
  if (withdrawnBecause === null || decidedAt === null) return 'Lapsed without a decision'
  return `Withdrawn on ${formatDateTime(new Date(decidedAt))}: ${withdrawalReasons[withdrawnBecause]}`
}

function decisions({ trail }: ClientFile): Block {
  return table(
    [
      ['When', 27],
      ['Decision', 46],
      ['Who', 27],
    ],
    trail.map(({ at, what, who, why }) => [
      formatDateTime(at),
      why === '' ? `**${what}**` : `**${what}.** ${why}`,
      who,
    ]),
    'None.',
  )
}

/** How long the records are kept. */
function retention({ pack: { holds } }: ClientFile): Block {
  const time = (at: string) => formatDateTime(new Date(at))
  return table(
    [
      ['Held until', 18],
      ['Why', 47],
      ['By whom', 35],
    ],
    holds.map(({ why, until, words, heldByName, heldAt, liftedByName, liftedAt, liftedWords }) => [
      formatDay(until),
      `**${holdReasons[why]}.** ${words ?? ''}`,
      liftedAt === null
        ? `${heldByName}, ${time(heldAt)}`
        : `${heldByName}, ${time(heldAt)}. Lifted by ${liftedByName ?? ''}, ${time(liftedAt)}. ${liftedWords ?? ''}`,
    ]),
    `The records are kept for ${RETENTION_YEARS} years after the relationship ends (FICA, section 23). No hold extends this.`,
  )
}

function paperTable({ papers }: ClientFile, named: readonly NamedPaper[]): Block {
  const names = new Map(named.map((one) => [one.documentId, one]))
  return {
    kind: 'table',
    columns: [
      { title: 'Paper', share: 42 },
      { title: 'Received', share: 22 },
      { title: 'Bytes', share: 14, align: 'right' },
      { title: 'SHA-256', share: 28, set: 'small' },
    ],
    rows: papers.map(({ document, label, issuedOn, expiresOn, replaced, addedByStaff }) => [
      [
        `**${label ?? documentKinds[document.kind].label}:** ${names.get(document.id)?.name ?? ''}`,
        issuedOn === null ? null : `dated ${formatDay(issuedOn)}`,
        expiresOn === null ? null : `expires on ${formatDay(expiresOn)}`,
        addedByStaff ? 'added by staff' : null,
        replaced ? 'replaced later' : null,
      ]
        .filter(Boolean)
        .join(', '),
      formatDateTime(document.uploadedAt),
      groupThousands(String(document.bytes)),
      // In two lines.
      document.sha256.replace(/^.{32}/u, '$& '),
    ]),
  }
}

function proofText({ proof: { rows, head, checked } }: ClientFile): string {
  const chained = rows.filter(({ code }) => code !== null).length
  return [
    `audit-proof.json holds the ${rows.length} rows of the audit log about this client, their screening, ratings, approvals and holds, ${chained} of them with their link in the hash chain.`,
    head === null ? null : `The chain ends with row ${head.eventId}.`,
    checked === null
      ? 'The whole log has not been checked yet.'
      : `The whole log was last checked on ${formatDateTime(new Date(checked.at))}: ${checked.sound ? 'intact' : 'not intact'}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
