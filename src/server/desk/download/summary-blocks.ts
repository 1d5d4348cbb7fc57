import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import {
  assetBreakdown,
  liabilityBreakdown,
  netWorthOf,
  type BreakdownSection,
} from '#domain/applications/net-worth/totals.ts'
import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import type { QuestionPage } from '#domain/applications/wizard/answer-sheet.ts'
import { answerLines, NOT_CHECKED, type AnswerLine } from '#domain/applications/wizard/answer-text.ts'
import { confirmationNames, confirmations } from '#domain/applications/wizard/confirmations.ts'
import { labelOf } from '#domain/applications/wizard/labels.ts'
import { IDENTIFIED_BY, signables } from '#domain/signing/signables.ts'
import { formatRand } from '#domain/money/rand.ts'
import { formatDateTime } from '#domain/time/dates.ts'
import type { SignatureRow } from '#server/signing/queries.ts'
import type { Block } from '#server/pdf/blocks.ts'

type Fact = readonly [label: string, value: string]

const answerSections: readonly [title: string, page: QuestionPage][] = [
  ['Personal information', 'personal'],
  ['Address', 'address'],
  ['Employment and finances', 'employment'],
]

/** An application on paper: every answer, every amount, and where it stands. */
export function summaryBlocks(
  application: ReviewedApplication,
  signatures: readonly SignatureRow[],
): Block[] {
  const parts: [title: string, blocks: Block[]][] = [
    [
      'Where the application stands',
      [{ kind: 'facts', rows: [...standing(application), ...signed(signatures)] }],
    ],
    ...answerSections.map(([title, page]): [string, Block[]] => [
      title,
      [{ kind: 'facts', rows: answerLines(page, application).map(factOf) }],
    ]),
    ['Net worth', netWorth(application)],
    ['Statements of the client', [{ kind: 'facts', rows: statements(application) }]],
  ]
  return parts.flatMap(([text, blocks], index) => [{ kind: 'heading', number: index + 1, text }, ...blocks])
}

function factOf({ label, text, unchecked }: AnswerLine): Fact {
  return [label, unchecked ? `${text} (${NOT_CHECKED.toLowerCase()})` : text]
}

function moment(label: string, at: string | null): Fact[] {
  return at === null ? [] : [[label, formatDateTime(new Date(at))]]
}

function standing(application: ReviewedApplication): Fact[] {
  return [
    ['Reference', application.reference],
    ['Application', application.id],
    ['Client', application.username],
    ['Wealth manager', application.wealthManagerName ?? 'Not assigned'],
    ['Status', statuses[application.status]],
    ...moment('Status since', application.statusChangedAt),
    ...(application.statusReason === null ? [] : [['Reason', application.statusReason] as const]),
    ...moment('Created', application.createdAt),
    ...moment('Submitted', application.submittedAt),
    ...moment('Onboarded', application.onboardedAt),
    ...moment('Cancelled', application.cancelledAt),
    ...application.warnings.map(({ path, message }) => [`Please check: ${labelOf(path)}`, message] as const),
  ]
}

function signed(signatures: readonly SignatureRow[]): Fact[] {
  return signatures.flatMap(({ kind, signedVersion, signedAt }): Fact[] => [
    [
      'Signed on the screen',
      `${signables[kind].title}, version ${signedVersion}, ${formatDateTime(signedAt)}`,
    ],
    ['Signer identified by', IDENTIFIED_BY],
  ])
}

function netWorth({ assets, liabilities }: ReviewedApplication): Block[] {
  const sums = netWorthOf(assets, liabilities)
  return [
    {
      kind: 'facts',
      rows: [
        ['Total assets', formatRand(sums.totalAssets)],
        ['Total liabilities', formatRand(sums.totalLiabilities)],
        ['Net worth', `**${formatRand(sums.netWorth)}**`],
      ],
    },
    ...amounts('Asset', assetBreakdown(assets)),
    ...amounts('Liability', liabilityBreakdown(liabilities)),
  ]
}

function amounts(title: string, sections: readonly BreakdownSection[]): Block[] {
  if (sections.length === 0) return []
  const rows = sections.flatMap(({ items }) =>
    items.map(({ label, cents }) => [label, formatRand(cents)] as const),
  )
  return [
    {
      kind: 'table',
      columns: [
        { title, share: 3 },
        { title: 'Amount', share: 2 },
      ],
      rows,
    },
  ]
}

function statements({ confirmations: given }: ReviewedApplication): Fact[] {
  return confirmationNames.map((name) => [
    given[name] ? 'Confirmed' : 'Not confirmed',
    confirmations[name].statement
      .replace('{terms}', 'Terms of Service')
      .replace('{privacy}', 'Privacy Policy'),
  ])
}
