import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { answerText } from '#features/applications/rules/wizard/answer-text.ts'
import { questionnaire, type FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import { contentRows } from '#features/due-diligence/rules/content-rows.ts'
import { holdReasons } from '#features/due-diligence/rules/retention-holds.ts'
import { exposures } from '#features/due-diligence/rules/exposure.ts'
import { exposureQuestionNames, exposureQuestions } from '#features/due-diligence/rules/positions.ts'
import type { Basis } from '#features/due-diligence/rules/state.ts'
import {
  taskNames,
  tasks,
  verificationMethods,
  type TaskName,
  type VerificationMethod,
} from '#features/due-diligence/rules/tasks.ts'
import { netWorthOf } from '#features/applications/rules/net-worth/totals.ts'
import { RETENTION_YEARS } from '#features/applications/rules/retention.ts'
import { formatWholeRand, randToCents } from '#base/rules/money/rand.ts'
import { formatDate, formatDateTime, formatDay } from '#base/rules/time/dates.ts'
import { roleLabels } from '#features/access/rules/roles.ts'
import type { Block } from '#base/server/pdf/blocks.ts'
import type { ClientFile, NamedPaper } from './client-file.ts'
import { approvalTable, ratingBlocks } from './decision-blocks.ts'
import { CLIENT_PROOF, howToRead, numbered, paperTable, proofBlocks } from './proof-blocks.ts'
import { screeningBlocks } from './screening-blocks.ts'
import { table } from './table-block.ts'

type Fact = readonly [label: string, value: string]

/** The readable file: who identified whom, how, when, on which document; declarations; rating; approvals. */
export function fileBlocks(file: ClientFile, named: readonly NamedPaper[]): Block[] {
  const parts: [title: string, blocks: Block[]][] = [
    ['The client', [{ kind: 'facts', rows: clientFacts(file) }]],
    ['Who verified what, how and when', verifications(file, named)],
    ['The people of the firm', [people(file)]],
    ...taskNames.map((task): [string, Block[]] => [tasks[task].label, declared(file, task)]),
    ['Risk rating', ratingBlocks(file)],
    ['Sanctions lists', screeningBlocks(file.screening, { approvalsIn: 12 })],
    ['Approvals by a second person', [approvalTable(file.pack.approvals, file.screening.hits)]],
    ['Decisions about the application', [decisions(file)]],
    ['Retention', [retention(file)]],
    ['Papers', [paperTable(file, named)]],
    ['Audit proof', proofBlocks(file.proof, CLIENT_PROOF)],
  ]
  return [howToRead, ...numbered(parts)]
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
    ['Occupation', answerText('occupation', application.occupation)],
    ['Employer', answerText('employerName', application.employerName)],
    ['Annual income', answerText('annualIncome', application.annualIncome)],
    ['Net worth', formatWholeRand(netWorthOf(application.assets, application.liabilities).netWorth)],
    ['Political exposure, as declared', exposures[pack.exposure]],
    ['Wealth manager', application.wealthManagerName ?? 'Not assigned'],
    ['Status', statuses[application.status]],
    ...time('Imported, not verified here', application.imported?.at ?? null),
    ...time('Submitted', application.submittedAt),
    ...time('Onboarded', application.onboardedAt),
  ]
}

function verifications({ pack, papers }: ClientFile, named: readonly NamedPaper[]): Block[] {
  const names = new Map(named.map(({ documentId, name }) => [documentId, name]))
  const labels = new Map(papers.map(({ document, label }) => [document.id, label]))
  const paperText = (id: string) => [labels.get(id), names.get(id)].filter(Boolean).join(': ') || id
  const rows = pack.tasks.flatMap((task) =>
    task.verifications.map(
      ({ result, method, byName, at, version, documentIds, note, expiresOn, ...rest }) => [
        version === 0
          ? `**${tasks[task.task].label}**, without a declaration`
          : `**${tasks[task.task].label}**, declaration ${version}`,
        [
          result === 'accepted' ? 'Accepted' : 'Sent back',
          methodText(method, rest.original),
          expiresOn === null ? null : `Valid until ${formatDay(expiresOn)}`,
          ...rest.seen.map(({ text }) => `Seen: ${text.replace(/\.$/u, '')}`),
          note,
        ]
          .filter(Boolean)
          .join('. '),
        documentIds
          .map((id) => {
            const read = rest.amounts.find(({ documentId }) => documentId === id)
            return read === undefined
              ? paperText(id)
              : `${paperText(id)} (${formatWholeRand(randToCents(read.amount))})`
          })
          .join('; ') || 'No paper named',
        `${byName}, ${formatDateTime(new Date(at))}`,
      ],
    ),
  )
  return [
    {
      kind: 'paragraph',
      text: 'The firm’s staff compared what the client declared (sections 4 to 9) with these papers (section 15). Newest first for each subject.',
    },
    table(
      [
        ['What', 20],
        ['Result and method', 30],
        ['On which papers', 28],
        ['By whom, when', 22],
      ],
      rows,
      'Nothing was verified.',
    ),
  ]
}

/** How something was verified, with where and when an original was seen. */
function methodText(
  method: VerificationMethod | null,
  original: { where: string; on: string } | null,
): string | null {
  if (method === null) return null
  const label = verificationMethods[method]
  return original === null ? label : `${label}: ${original.where}, ${formatDay(original.on)}`
}

/** Who the names of this file are. */
function people({ staff }: ClientFile): Block {
  return table(
    [
      ['Name', 34],
      ['Position now', 33],
      ['Sign-in address', 33],
    ],
    staff.map(({ name, username, role, seniorManagerSince, deactivatedAt }) => [
      `**${name}**`,
      [
        roleLabels[role],
        seniorManagerSince === null ? null : `senior manager since ${formatDate(seniorManagerSince)}`,
        deactivatedAt === null ? null : `account closed on ${formatDate(deactivatedAt)}`,
      ]
        .filter(Boolean)
        .join(', '),
      username,
    ]),
    'No member of staff has verified or decided anything.',
  )
}

/** The declarations of a task word for word, newest first. */
function declared({ declarations }: ClientFile, task: TaskName): Block[] {
  const own = declarations.filter((one) => one.task === task)
  if (own.length === 0) return [{ kind: 'paragraph', text: 'The client has not declared this.' }]
  const versions = own.flatMap(({ version, draft, basis, wording, statement, madeAt }): Block[] => [
    {
      kind: 'paragraph',
      text: `**Declaration ${version}**, by the client on ${formatDateTime(madeAt)}, who confirmed ${statement === null ? `the statement of ${wording}` : `(wording of ${wording}): “${statement}”`}`,
    },
    {
      kind: 'facts',
      rows: [
        ...basisRows(task, basis),
        ...contentRows(task, { ...draft }, (account) => account).map(({ label, value }): Fact => [
          label,
          value,
        ]),
      ],
    },
  ])
  return task === 'exposure' && own.some(({ statement }) => statement !== null)
    ? [...asked, ...versions]
    : versions
}

/** The questions as the clients of today's wording read them. */
const asked: Block[] = [
  { kind: 'paragraph', text: 'The client was asked, with the positions of each schedule of FICA listed:' },
  {
    kind: 'list',
    items: exposureQuestionNames.map((name) => {
      const { text, source } = exposureQuestions[name]
      return `${source}: “${text}”`
    }),
  },
]

/** What the application said at that time: who was identified, and which address. */
function basisRows(task: TaskName, basis: Basis): Fact[] {
  // Only answers to questions are stored (`basisOf`).
  const given = (Object.keys(basis) as FieldName[]).flatMap((name): Fact[] =>
    basis[name] ? [[questionnaire[name].label, answerText(name, basis[name])]] : [],
  )
  if (task !== 'address') return given
  const [country, ...lines] = given.map(([, value]) => value)
  return [['Address in the application', [...lines, country].join(', ')]]
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
