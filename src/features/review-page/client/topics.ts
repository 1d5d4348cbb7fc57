import type { Corrections, JudgedItemView } from '#features/corrections/api.ts'
import type { ReviewedPack, ReviewedPackTask } from '#features/due-diligence/api/due-diligence.ts'
import type { GateItem } from '#features/due-diligence/rules/gate.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import {
  documentKinds,
  wizardKindNames,
  type DocumentKindName,
} from '#features/applications/rules/documents/kinds.ts'
import { statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import type { Subject } from '#features/applications/rules/round/subjects.ts'
import { filesOfKind } from '#features/documents/client/document-files.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { isOpenCheck } from '#features/review/rules/checks.ts'

/** The topics of a review in the order of a reviewer's decisions (quiet screens, 5.4). */
const topicLabels = {
  overview: 'Overview',
  identity: 'Identity',
  address: 'Address',
  income: 'Income and tax',
  pension: 'Pension and provident',
  bank: 'Bank account',
  funds: 'Source of funds',
  exposure: 'Political exposure',
  tax: 'Tax residency',
  letter: 'FAIS letter',
  further: 'Further documents',
  sanctions: 'Sanctions',
  rating: 'Risk rating',
  'sign-off': 'Sign-off',
  'net-worth': 'Net Worth Summary',
  answers: 'All answers',
  notes: 'Notes',
  history: 'History',
} as const

export type TopicName = keyof typeof topicLabels
const topicNames = Object.keys(topicLabels) as TopicName[]

export function isTopicName(name: string | null): name is TopicName {
  return name !== null && Object.hasOwn(topicLabels, name)
}

/** What is left of a topic: to check by staff, accepted, asked of the client, or a problem. */
export type Mark = 'to-check' | 'accepted' | 'asked' | 'problem'

/** A document of the application or of its FICA checks. */
export interface TopicDocument {
  file: UploadedFile
  /** What it is: "Payslip", "Smart ID card, both sides". */
  label: string
  topic: TopicName
}

/** A topic of the review, with its documents and FICA check. */
export interface Topic {
  name: TopicName
  label: string
  mark: Mark | null
  /** A word or a number at the end of its row. */
  aside: string | null
  documents: readonly TopicDocument[]
  task: ReviewedPackTask | null
}

/** A FICA check that the reader sends back with the next request. */
export interface TaskAgain {
  task: TaskName
}

export interface ReviewFacts {
  application: ReviewedApplication
  /** Undefined where the firm has no FICA checks, and while they load. */
  pack: ReviewedPack | undefined
  corrections: Corrections | undefined
  /** Checks that the reader is about to send back. */
  again: readonly TaskAgain[]
  /** Documents that the reader has opened. */
  opened: ReadonlySet<string>
  /** Whether the reader sees what compliance decides. */
  seesCompliance: boolean
  notes: number
}

const topicOfKind: Readonly<Partial<Record<DocumentKindName, TopicName>>> = {
  payslip: 'income',
  pensionBenefits: 'pension',
  providentBenefits: 'pension',
  riskBenefit: 'pension',
  signedFais: 'letter',
}

const addressPaths = ['fullName', 'addressLine1', 'addressLine2', 'city', 'stateProvince', 'postalCode']

/** The answers that a document of each FICA check confirms. */
export const pathsOfTask: Readonly<Record<TaskName, readonly string[]>> = {
  identity: ['fullName', 'idNumber', 'dateOfBirth', 'nationality'],
  address: addressPaths,
  bank: ['fullName'],
  funds: ['fullName'],
  exposure: [],
  tax: ['fullName'],
}

/** All documents: of the application by kind, then of the FICA checks; infected files are left out of the latter. */
export function documentsOf({
  application,
  pack,
}: Pick<ReviewFacts, 'application' | 'pack'>): TopicDocument[] {
  const ofApplication = wizardKindNames.flatMap((kind) =>
    filesOfKind(application, kind).map((file) => ({
      file,
      label: documentKinds[kind].label,
      topic: topicOfKind[kind] ?? 'further',
    })),
  )
  const further = application.furtherDocuments.map((file) => ({
    file,
    label: documentKinds.additional.label,
    topic: 'further' as const,
  }))
  const ofTasks = (pack?.tasks ?? []).flatMap(({ task, papers }) =>
    papers.flatMap(({ label, files }) => files.map((file) => ({ file, label, topic: task }))),
  )
  return topicNames.flatMap((name) =>
    [...ofTasks, ...ofApplication, ...further].filter(({ topic }) => topic === name),
  )
}

/** The ticks that a document can get in a topic. */
export function proofsOf(
  { proofs }: Pick<ReviewedApplication, 'proofs'>,
  { task }: Pick<Topic, 'task'>,
  documentId: string,
): ReviewedApplication['proofs'] {
  const paths = task === null ? null : pathsOfTask[task.task]
  return proofs.filter((one) => one.documentId === documentId && (paths?.includes(one.path) ?? true))
}

/** Items that wait for the client or are about to be asked. */
function askedItems(corrections: Corrections | undefined): JudgedItemView[] {
  if (corrections === undefined) return []
  const open = corrections.rounds.filter(({ state }) => state === 'asked')
  return [...corrections.basket, ...open.flatMap(({ items }) => items)]
}

/** The client's replies that no one has decided on. */
export function repliesOf(corrections: Corrections | undefined): JudgedItemView[] {
  return (corrections?.rounds ?? [])
    .filter(({ state }) => state === 'answered')
    .flatMap(({ items }) => items.filter(({ verdict }) => verdict === null))
}

const isAboutDocument = (documents: readonly TopicDocument[]) => (item: { subject: Subject }) =>
  item.subject.kind === 'document' &&
  documents.some(
    ({ file }) => item.subject.kind === 'document' && file.documentId === item.subject.documentId,
  )

const isAboutPath = (path: string) => (item: { subject: Subject }) =>
  item.subject.kind === 'answer' && item.subject.path === path

/** The open checks of answers that are not asked of the client. */
export function checksToDo({ application, corrections }: Pick<ReviewFacts, 'application' | 'corrections'>) {
  const asked = askedItems(corrections)
  return application.warnings.filter((check) => isOpenCheck(check) && !asked.some(isAboutPath(check.path)))
}

/** Whether everything that a document confirms is ticked; one that confirms no answer has to be opened. */
export function isConfirmed(
  { application, opened }: Pick<ReviewFacts, 'application' | 'opened'>,
  topic: Pick<Topic, 'task'>,
  { file: { documentId } }: TopicDocument,
): boolean {
  const proofs = proofsOf(application, topic, documentId)
  return proofs.length === 0 ? opened.has(documentId) : proofs.every(({ proof }) => proof !== null)
}

type Marked = Pick<Topic, 'mark' | 'aside'>

function markOfTask(
  { task, state, warnings, implausible }: ReviewedPackTask,
  again: readonly TaskAgain[],
): Marked {
  if (again.some((one) => one.task === task) || state === 'again') return { mark: 'asked', aside: 'asked' }
  if (state === 'accepted') return { mark: 'accepted', aside: null }
  if (state === 'due') return { mark: 'problem', aside: 'to renew' }
  if (state === 'open') return { mark: null, aside: 'not sent' }
  const doubts = warnings.length + implausible.length
  return { mark: 'to-check', aside: doubts === 0 ? null : String(doubts) }
}

function markOfDocuments(facts: ReviewFacts, documents: readonly TopicDocument[]): Marked {
  const isAbout = isAboutDocument(documents)
  if (repliesOf(facts.corrections).some(isAbout)) return { mark: 'to-check', aside: 'replied' }
  if (askedItems(facts.corrections).some(isAbout)) return { mark: 'asked', aside: 'asked' }
  const isDone = documents.every((one) => isConfirmed(facts, { task: null }, one))
  if (isDone) return { mark: 'accepted', aside: null }
  return { mark: statusTraits[facts.application.status].awaiting ? 'to-check' : null, aside: null }
}

/** What of the gate belongs to each topic of compliance. */
export const topicOfGate: Readonly<Record<GateItem, TopicName>> = {
  prohibited: 'sanctions',
  'no-list': 'sanctions',
  'lists-old': 'sanctions',
  screening: 'sanctions',
  pack: 'identity',
  person: 'identity',
  rating: 'rating',
  approval: 'sign-off',
}

function missingIn(pack: ReviewedPack, topic: TopicName) {
  return (pack.gate?.missing ?? []).filter(
    // The server names the items of the gate.
    ({ item }) => item !== 'pack' && topicOfGate[item as GateItem] === topic,
  )
}

function ofCompliance(pack: ReviewedPack): Topic[] {
  const topics = (['sanctions', 'rating', 'sign-off'] as const).filter(
    (name) => name !== 'sign-off' || pack.approvals.length > 0 || missingIn(pack, name).length > 0,
  )
  return topics.map((name) => {
    const missing = missingIn(pack, name)
    const isBad = missing.some(({ item }) => item === 'prohibited' || item === 'no-list')
    const mark = missing.length === 0 ? 'accepted' : isBad ? 'problem' : 'to-check'
    return { ...named(name), mark, documents: [] }
  })
}

const named = (name: TopicName) => ({
  name,
  label: topicLabels[name],
  mark: null,
  aside: null,
  documents: [],
  task: null,
})

/** The topics of a review; those without content are left out. */
export function topicsOf(facts: ReviewFacts): [overview: Topic, ...Topic[]] {
  const { pack, corrections, seesCompliance, notes } = facts
  const documents = documentsOf(facts)
  const toCheck = checksToDo(facts).length + repliesOf(corrections).length
  const overview: Topic = {
    ...named('overview'),
    mark: toCheck === 0 ? null : 'problem',
    aside: toCheck === 0 ? null : String(toCheck),
    documents,
  }
  const evidence = topicNames.flatMap((name): Topic[] => {
    const task = pack?.tasks.find((one) => one.task === name) ?? null
    const isEvidence = ({ file }: TopicDocument) =>
      task?.evidence.some(({ documentId }) => documentId === file.documentId) === true
    const own = documents.filter((one) => one.topic === name || isEvidence(one))
    if (task !== null) return [{ ...named(name), documents: own, task, ...markOfTask(task, facts.again) }]
    if (own.length === 0) return []
    return [{ ...named(name), documents: own, ...markOfDocuments(facts, own) }]
  })
  const compliance = pack !== undefined && seesCompliance && pack.gate !== null ? ofCompliance(pack) : []
  return [
    overview,
    ...evidence,
    ...compliance,
    named('net-worth'),
    named('answers'),
    { ...named('notes'), aside: notes === 0 ? null : String(notes) },
    named('history'),
  ]
}

/** The next topic that is to be checked, onwards from one and then from the start; null for none. */
export function nextToCheck(topics: readonly Topic[], name: TopicName): Topic | null {
  const index = topics.findIndex((topic) => topic.name === name)
  const others = [...topics.slice(index + 1), ...topics.slice(0, Math.max(index, 0))]
  return others.find(({ mark }) => mark === 'to-check') ?? null
}
