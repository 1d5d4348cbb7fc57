import { useState } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { plausibilityCodes, type PlausibilityCode } from '#features/due-diligence/rules/plausibility.ts'
import {
  FIRMS_OFFICE,
  verificationMethodNames,
  type VerificationMethod,
} from '#features/due-diligence/rules/tasks.ts'
import { errorItemsOf } from '#features/due-diligence/client/pack/use-field-errors.ts'
import { usePackActions } from '#features/due-diligence/client/staff/use-pack.ts'
import type { Ask } from '#features/corrections/client/staff/ask-panel.tsx'
import { useMay } from '#features/access/client/use-may.tsx'
import { useNoteDraft } from '#features/notes/client/note-drafts.ts'
import { centsToRand } from '#base/rules/money/rand.ts'
import { parseRand } from '#base/rules/money/reading.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { useStoredChoice } from '#base/client/lib/stored-choice.ts'
import type { Tick } from './topic-facts.tsx'
import { isConfirmed, proofsOf, type Topic } from './topics.ts'
import type { ShownDocument } from './use-shown-document.ts'

export type TopicPanelProps = {
  application: ReviewedApplication
  topic: Topic
  shown: ShownDocument
  opened: ReadonlySet<string>
  userId: string
  /** Whether single letters decide. */
  keys: boolean
  ask: Ask
  /** Opens the next topic to check. */
  onNext: () => void
}

export type Acceptance = ReturnType<typeof useAcceptance>

/** The method by which each kind of document was verified last. */
function useMethod(userId: string, topic: Topic): [VerificationMethod, (method: VerificationMethod) => void] {
  const kind = topic.documents[0]?.label ?? topic.label
  return useStoredChoice(`verified by of ${userId}: ${kind}`, [
    'agrees-with-answers',
    ...verificationMethodNames.filter((name) => name !== 'agrees-with-answers'),
  ])
}

/** Something that does not fit together: accepting the check has seen it. */
interface Doubt {
  code: PlausibilityCode
  text: string
  /** Whether it needs a note, and of whom. */
  note: 'none' | 'staff' | 'admin'
}

/** What is implausible, and what the server found in the amounts that were sent. */
function doubtsOf({ task }: Topic, error: Error | null): Doubt[] {
  const known = task?.implausible ?? []
  const found = errorItemsOf(error).flatMap(({ fieldId, message: text }): Doubt[] => {
    const code = plausibilityCodes.find((one) => fieldId === `seen.${one}`)
    return code === undefined || known.some((one) => one.code === code) ? [] : [{ code, text, note: 'staff' }]
  })
  return [...known, ...found]
}

/** The amounts that staff read on documents of sources, kept in this tab until the check is accepted. */
function useAmounts(applicationId: string, { task }: Topic) {
  const [text, setText, forget] = useNoteDraft(`amounts/${applicationId}/${task?.task ?? ''}`)
  // Written below only.
  const typed = (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, string>>
  const asked = (task?.evidence ?? []).filter(({ of }) => of.length > 0)
  const amounts = asked.flatMap(({ documentId }) => {
    const cents = parseRand(typed[documentId] ?? '')
    return cents === null ? [] : [{ documentId, amount: centsToRand(cents) }]
  })
  return {
    asked,
    typed,
    amounts,
    set: (documentId: string, amount: string) => setText(JSON.stringify({ ...typed, [documentId]: amount })),
    forget,
  }
}

/** Whether a check needs a note before it is accepted. */
function needsNoteFor({ task }: Topic, doubts: readonly Doubt[]): { isMissing: boolean; hasDoubts: boolean } {
  const isMissing = task?.needs.some(({ met, optional }) => !met && !optional) ?? false
  const declared = JSON.stringify(task?.declarations[0]?.content ?? {})
  const hasCash = task?.task === 'funds' && declared.includes('"cash"')
  const isDoubtful = (task?.warnings.length ?? 0) > 0 || doubts.some(({ note }) => note !== 'none')
  return { isMissing, hasDoubts: isMissing || hasCash || isDoubtful }
}

/**
 * Accepts the document that is displayed: ticks what is unticked. After the last one of the topic the check is accepted,
 * and the next topic opens; before, the next document.
 */
export function useAcceptance(
  { application, topic, shown, opened, userId, onNext }: TopicPanelProps,
  tick: Tick,
) {
  const { task, documents } = topic
  const [chosen, setMethod] = useMethod(userId, topic)
  const [note, setNote, forgetNote] = useNoteDraft(`accept/${application.id}/${topic.name}`)
  const [problem, setProblem] = useState<string>()
  const { verify } = usePackActions(application.id)
  const [mayTick, mayVerify] = [useMay('check.settle'), useMay('pack.verify')]
  const [original, setOriginal] = useState({ where: FIRMS_OFFICE, on: dayOf(new Date()) })
  const doubts = doubtsOf(topic, verify.error)
  const read = useAmounts(application.id, topic)
  const { isMissing, hasDoubts } = needsNoteFor(topic, doubts)
  const method = isMissing ? 'other' : chosen
  const needsNote = task !== null && (hasDoubts || method === 'other')
  const canAccept =
    task === null ? mayTick && topic.mark === 'to-check' : mayVerify && task.state === 'handed-in'
  const current = documents.find((one) => one === shown.document)
  const isSeen = documents.length === 0 || (current !== undefined && shown.isDisplayed)
  const isPending = tick.isPending || verify.isPending
  const send = async () => {
    if (current !== undefined && mayTick) {
      const proofs = proofsOf(application, topic, current.file.documentId)
      await tick.saveAll(proofs.filter(({ proof }) => proof === null))
    }
    const left = documents.find(
      (one) =>
        one !== current &&
        !(opened.has(one.file.documentId) && isConfirmed({ application, opened }, topic, one)),
    )
    if (left !== undefined) return shown.show(left)
    if (task !== null) {
      await verify.mutateAsync({
        task: task.task,
        version: task.declarations[0]?.version ?? 0,
        verdict: 'accepted',
        method,
        documentIds: documents.map(({ file }) => file.documentId),
        note: note.trim() === '' ? undefined : note.trim(),
        original: method === 'original-seen' ? original : undefined,
        seen: doubts.map(({ code }) => code),
        amounts: read.amounts,
      })
    }
    forgetNote()
    read.forget()
    onNext()
  }
  const accept = () => {
    if (!canAccept || !isSeen || isPending) return
    const unread = read.asked.find(
      (one) => !read.amounts.some(({ documentId }) => documentId === one.documentId),
    )
    const lacksNote = needsNote && note.trim() === ''
    setProblem(
      unread === undefined ? (lacksNote ? 'Say why it is accepted' : undefined) : 'Enter the amount on it',
    )
    const field = unread === undefined ? 'accept-note' : `amount-${unread.documentId}`
    if (unread !== undefined || lacksNote) document.getElementsByName(field)[0]?.focus()
    // The error is shown, and the topic stays.
    else send().catch(() => undefined)
  }
  const failed = verify.error === null ? undefined : detailOf(verify.error)
  const fields = {
    method,
    setMethod,
    isMissing,
    needsNote,
    note,
    setNote,
    doubts,
    read,
    original,
    setOriginal,
  }
  return { canAccept, isSeen, isPending, accept, problem: problem ?? failed, ...fields }
}
