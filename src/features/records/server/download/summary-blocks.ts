import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import {
  assetBreakdown,
  liabilityBreakdown,
  netWorthOf,
  type BreakdownSection,
} from '#features/applications/rules/net-worth/totals.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { QuestionPage } from '#features/applications/rules/wizard/questionnaire.ts'
import { answerLines, NOT_CHECKED, type AnswerLine } from '#features/applications/rules/wizard/answer-text.ts'
import {
  confirmationNames,
  CONFIRMATIONS_VERSION,
  statementText,
  type ConfirmationRecord,
} from '#features/applications/rules/wizard/confirmations.ts'
import { identifiedByTexts, signables, statementsOf } from '#features/signing/rules/signables.ts'
import { formatRand, groupThousands, type Cents } from '#base/rules/money/rand.ts'
import { formatDateTime, formatDay, formatExactTime } from '#base/rules/time/dates.ts'
import { documentKinds } from '#features/applications/rules/documents/kinds.ts'
import { isUnreadable } from '#base/rules/files/safety.ts'
import type { DocumentRow } from '#features/documents/server/queries.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type { SignatureRow } from '#features/signing/server/queries.ts'
import { checkFacts } from './check-facts.ts'
import type { HistoryEntry } from './status-history.ts'

type Fact = readonly [label: string, value: string]

const answerSections: readonly [title: string, page: QuestionPage][] = [
  ['Personal information', 'personal'],
  ['Address', 'address'],
  ['Employment and finances', 'employment'],
]

/** An application's data besides its answers. */
type Standing = Pick<
  ReviewedApplication,
  | 'id'
  | 'reference'
  | 'username'
  | 'wealthManagerName'
  | 'status'
  | 'statusReason'
  | 'statusChangedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'submittedAt'
  | 'onboardedAt'
  | 'cancelledAt'
  | 'version'
  | 'warnings'
  | 'imported'
>

type FiledDocument = Pick<
  DocumentRow,
  'kind' | 'uploadedAt' | 'bytes' | 'sha256' | 'virusScan' | 'supersededBy'
> & {
  name: string
}

type FiledSignature = Pick<
  SignatureRow,
  | 'identifiedBy'
  | 'kind'
  | 'signedVersion'
  | 'signedSha256'
  | 'signedBytes'
  | 'wording'
  | 'by'
  | 'openedAt'
  | 'displayedAt'
  | 'signedAt'
  | 'level'
  | 'digest'
>

/** An application with all data of its summary. */
export interface Filed {
  application: Answers & Standing
  documents: readonly FiledDocument[]
  signatures: readonly FiledSignature[]
  confirmations: ConfirmationRecord
  trail: readonly HistoryEntry[]
  /** Who requested this record, and when. */
  madeBy: string
  madeAt: Date
}

/**
 * The summary of an application for the firm's files: status, decisions, answers and amounts, documents with sums, and
 * statements with their text.
 */
export function summaryBlocks(filed: Filed): Block[] {
  const { application } = filed
  const parts: [title: string, blocks: Block[]][] = [
    ['Status', [{ kind: 'facts', rows: standing(application) }]],
    ['Decisions', [decisions(filed)]],
    ...answerSections.map(([title, page]): [string, Block[]] => [
      title,
      [{ kind: 'facts', rows: answerLines(page, application).map(factOf) }],
    ]),
    ['Net worth', netWorth(application)],
    ['Documents', documentsIn(filed)],
    ['Client declarations', [statements(filed)]],
    ...signedParts(filed),
    ['About this record', [{ kind: 'facts', rows: aboutRecord(filed) }]],
  ]
  return parts.flatMap(([text, blocks], index) => [{ kind: 'heading', number: index + 1, text }, ...blocks])
}

function factOf({ label, text, unchecked }: AnswerLine): Fact {
  return [label, unchecked ? `${text} (${NOT_CHECKED.toLowerCase()})` : text]
}

const fact = (label: string, text: string | null | undefined): Fact[] => (text ? [[label, text]] : [])

function timeFact(label: string, at: string | null): Fact[] {
  return at === null ? [] : [[label, formatDateTime(new Date(at))]]
}

function standing(application: Standing): Fact[] {
  return [
    ['Reference', application.reference],
    ['Application', application.id],
    ['Client', application.username],
    ['Wealth manager', application.wealthManagerName ?? 'Not assigned'],
    ['Status', statuses[application.status]],
    ...timeFact('Status since', application.statusChangedAt),
    ...fact('Reason', application.statusReason),
    ...timeFact('Created', application.createdAt),
    ...timeFact('Imported, not completed here', application.imported?.at ?? null),
    ...fact('Reference before', application.imported?.reference),
    ...timeFact('Submitted', application.submittedAt),
    ...timeFact('Onboarded', application.onboardedAt),
    ...timeFact('Cancelled', application.cancelledAt),
    ...checkFacts(application.warnings),
  ]
}

function decisions({ trail }: Filed): Block {
  return {
    kind: 'table',
    columns: [
      { title: 'When', share: 27 },
      { title: 'Decision', share: 46 },
      { title: 'Who', share: 27 },
    ],
    rows: trail.map(({ at, what, who, why }) => [
      formatDateTime(at),
      why === '' ? `**${what}**` : `**${what}.** ${why}`,
      who,
    ]),
  }
}

function netWorth({ assets, liabilities }: Answers): Block[] {
  const sums = netWorthOf(assets, liabilities)
  return [
    ...amounts('Assets', assetBreakdown(assets), ['Total assets', sums.totalAssets]),
    ...amounts('Liabilities', liabilityBreakdown(liabilities), ['Total liabilities', sums.totalLiabilities]),
    amountTable('Net worth', [
      ['Total assets', formatRand(sums.totalAssets)],
      ['Total liabilities', formatRand(sums.totalLiabilities)],
      strongRow('Net worth', sums.netWorth),
    ]),
  ]
}

function amounts(title: string, sections: readonly BreakdownSection[], total: [string, Cents]): Block[] {
  if (sections.length === 0) return []
  const rows = sections.flatMap(({ items }) =>
    items.map(({ label, cents }): [string, string] => [label, formatRand(cents)]),
  )
  return [amountTable(title, [...rows, strongRow(...total)])]
}

function strongRow(label: string, cents: Cents): [string, string] {
  return [`**${label}**`, `**${formatRand(cents)}**`]
}

function amountTable(title: string, rows: [string, string][]): Block {
  const columns = [
    { title, share: 3 },
    { title: 'Amount', share: 2, align: 'right' },
  ] as const
  return { kind: 'table', columns, rows }
}

function documentsIn({ documents }: Filed): Block[] {
  if (documents.length === 0) return [{ kind: 'paragraph', text: 'None.' }]
  return [
    {
      kind: 'table',
      columns: [
        { title: 'Document', share: 42 },
        { title: 'Received', share: 22 },
        { title: 'Bytes', share: 14, align: 'right' },
        { title: 'SHA-256', share: 28, set: 'small' },
      ],
      rows: documents.map((document) => [
        `**${documentKinds[document.kind].label}:** ${document.name}${noteOn(document)}`,
        formatDateTime(document.uploadedAt),
        groupThousands(String(document.bytes)),
        inHalves(document.sha256),
      ]),
    },
  ]
}

function noteOn({ supersededBy, virusScan }: FiledDocument): string {
  if (supersededBy !== null) return ' (replaced in a later correction)'
  if (!isUnreadable(virusScan)) return ''
  return virusScan === 'infected' ? ' (left out: infected)' : ' (left out: not yet checked for viruses)'
}

/** A SHA-256 in two lines. */
function inHalves(sha256: string): string {
  return sha256.replace(/^.{32}/u, '$& ')
}

/** Marks a statement of which only the current version is known. */
const CURRENT_VERSION = ' (current version)'

function statements({ confirmations: given }: Filed): Block {
  const rows = confirmationNames.map((name) => {
    const confirmed = given[name]
    const text = statementText(name, confirmed?.links)
    if (confirmed === undefined) return [text, 'Not confirmed', '']
    const changed = confirmed.wording === CONFIRMATIONS_VERSION ? '' : CURRENT_VERSION
    return [`${text}${changed}`, formatDateTime(new Date(confirmed.at)), formatDay(confirmed.wording)]
  })
  return statementTable(rows)
}

function statementTable(rows: string[][]): Block {
  const columns = [
    { title: 'Statement', share: 56 },
    { title: 'Confirmed', share: 24 },
    { title: 'Version dated', share: 22 },
  ]
  return { kind: 'table', columns, rows }
}

/** The signatures on screen: the signed version, the confirmed statements, and the certificate. */
function signedParts({ signatures }: Filed): [string, Block[]][] {
  return signatures.map((signature) => {
    const { title, statements: current } = signables[signature.kind]
    const exact = statementsOf(signature.kind, signature.wording)
    const changed = exact === null ? CURRENT_VERSION : ''
    const at = formatDateTime(signature.signedAt)
    const seenAt = [signature.openedAt, signature.displayedAt].filter((one) => one !== null)
    const rows: Fact[] = [
      ['Version', String(signature.signedVersion)],
      ['SHA-256 of what was signed', inHalves(signature.signedSha256)],
      ['Length', `${groupThousands(String(signature.signedBytes))} bytes`],
      ['Opened', seenAt.map(formatDateTime).join(', shown on screen ')],
      ['Signed on screen', `${at}, by ${signature.by}`],
      ['Signer identified by', identifiedByTexts[signature.identifiedBy ?? 'password']],
      ['Seal', signature.level === 'B-T' ? 'With an independent timestamp' : 'By our server clock'],
      ['SHA-256 of what the seal covers', inHalves(signature.digest)],
    ]
    return [
      `Signed: ${title}`,
      [
        { kind: 'facts', rows },
        statementTable(
          (exact ?? current).map((text) => [`${text}${changed}`, at, formatDay(signature.wording)]),
        ),
      ],
    ]
  })
}

function aboutRecord({ application, madeBy, madeAt }: Filed): Fact[] {
  return [
    ['Downloaded by', madeBy],
    ['Downloaded at', `${formatExactTime(madeAt)} (South African time)`],
    ['Application', `${application.reference}, ${application.id}`],
    ['Answers as at', `Version ${application.version}, ${formatExactTime(new Date(application.updatedAt))}`],
  ]
}
