import { useState } from 'react'
import type { Corrections } from '#features/corrections/api.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { Ask, Askable } from '#features/corrections/client/staff/ask-panel.tsx'
import { useCorrectionActs } from '#features/corrections/client/staff/use-corrections.ts'
import { correctionReasonNames, reasonsFor } from '#features/applications/rules/round/reasons.ts'
import { isPutTo, type NamedSubject } from '#features/applications/rules/round/subjects.ts'
import {
  assetLabels,
  fieldLabels,
  labelOf,
  liabilityLabels,
} from '#features/applications/rules/wizard/labels.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { proofsOf, type Topic } from './topics.ts'
import type { DraftRequest } from './use-draft-request.ts'
import type { ShownDocument } from './use-shown-document.ts'
import { tasks } from '#features/due-diligence/rules/tasks.ts'

interface Asking {
  application: ReviewedApplication
  topic: Topic
  shown: ShownDocument
  /** Whether answers and documents can be asked for: during a review, while no request of staff is open. */
  canAsk: boolean
  draft: DraftRequest
  corrections: Corrections | undefined
}

/** What can be asked of the client in a topic; `askAbout` asks about one answer. */
export function useAsk({ application, topic, shown, canAsk, draft, corrections }: Asking): Ask & {
  askAbout: ((path: string) => void) | undefined
} {
  const [open, setOpen] = useState<{ topic: string; path?: string } | null>(null)
  const { note } = useCorrectionActs(application.id)
  const mayAsk = useMay('correction.ask') && canAsk
  const mayVerify = useMay('pack.verify')
  const subject = (key: string, label: string, named: NamedSubject): Askable => {
    const known = corrections?.basket.find(({ subject: one }) => isSame(one, named))
    return {
      key,
      label,
      reasons: reasonsFor[named.kind],
      reason: known?.reason ?? null,
      comment: known?.comment ?? '',
      add: (asked) => note.mutate({ subject: named, ...asked }),
    }
  }
  const ofAnswer = (path: string) => subject(path, labelOf(path), { kind: 'answer', path })
  const isOpen = open?.topic === topic.name
  const optionsOf = (): Askable[] => {
    if (isOpen && open.path !== undefined) return mayAsk ? [ofAnswer(open.path)] : []
    return [
      ...(topic.task !== null && mayVerify ? ofTask(topic.task, draft) : []),
      ...(mayAsk ? ofAnswers(application, { topic, shown }, { subject, ofAnswer }) : []),
    ]
  }
  const options = optionsOf()
  return {
    isOpen: isOpen && options.length > 0,
    draft: `${application.id}/${topic.name}/${(isOpen && open.path) || ''}`,
    isPossible: options.length > 0,
    options,
    open: () => setOpen({ topic: topic.name }),
    close: () => setOpen(null),
    askAbout: mayAsk ? (path) => setOpen({ topic: topic.name, path }) : undefined,
  }
}

/** A FICA check that the client has sent. */
function ofTask({ task, declarations, state }: NonNullable<Topic['task']>, draft: DraftRequest): Askable[] {
  if (declarations.length === 0 || state === 'open' || state === 'again') return []
  const known = draft.again.find((one) => one.task === task)
  return [
    {
      key: `check ${task}`,
      label: tasks[task].label,
      reasons: correctionReasonNames,
      reason: known?.reason ?? null,
      comment: known?.comment ?? '',
      add: (asked) => draft.add({ task, ...asked }),
    },
  ]
}

/** The documents of a topic, the one that is shown first, and its answers. */
function ofAnswers(
  application: ReviewedApplication,
  { topic, shown }: Pick<Asking, 'topic' | 'shown'>,
  {
    subject,
    ofAnswer,
  }: {
    subject: (key: string, label: string, named: NamedSubject) => Askable
    ofAnswer: (path: string) => Askable
  },
): Askable[] {
  if (topic.name === 'answers' || topic.name === 'net-worth') {
    return pathsOf(application, topic.name).map((path) => ofAnswer(path))
  }
  if (topic.name === 'overview') return []
  const documents = topic.task === null ? topic.documents : []
  const first = documents.filter((one) => one === shown.document)
  const paths = topic.documents.flatMap(({ file }) =>
    proofsOf(application, topic, file.documentId).map(({ path }) => path),
  )
  return [
    ...[...first, ...documents.filter((one) => one !== shown.document)].map(({ file }) =>
      subject(file.documentId, file.name, { kind: 'document', documentId: file.documentId }),
    ),
    ...[...new Set(paths)].map((path) => ofAnswer(path)),
  ]
}

/** The paths of all answers that the client was asked for. */
function pathsOf(application: ReviewedApplication, topic: 'answers' | 'net-worth'): string[] {
  const amounts = [
    ...Object.keys(assetLabels).map((name) => `assets.${name}`),
    ...Object.keys(liabilityLabels).map((name) => `liabilities.${name}`),
  ]
  const children = application.childrenDetails.flatMap((_, index) => [
    `childrenDetails.${index}.fullName`,
    `childrenDetails.${index}.idNumber`,
  ])
  const paths = topic === 'net-worth' ? amounts : [...Object.keys(fieldLabels), ...children]
  return paths.filter((path) => isPutTo(application, path))
}

function isSame(one: Corrections['basket'][number]['subject'], named: NamedSubject): boolean {
  if (named.kind === 'answer') return one.kind === 'answer' && one.path === named.path
  return one.kind === 'document' && named.kind === 'document' && one.documentId === named.documentId
}
