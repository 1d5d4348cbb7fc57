import type { GateItem } from '#features/due-diligence/rules/gate.ts'
import type { TaskName } from '#features/due-diligence/rules/tasks.ts'
import { statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import { labelOf } from '#features/applications/rules/wizard/labels.ts'
import {
  checksToDo,
  documentsOf,
  repliesOf,
  topicOfGate,
  type ReviewFacts,
  type Topic,
  type TopicName,
} from './topics.ts'

/** Something that is left before a decision, and where. */
export interface ToDo {
  text: string
  topic: TopicName
  documentId?: string
}

/** Everything that is left before the next decision: the one list of what is missing. */
export function stillToDo(
  facts: Pick<ReviewFacts, 'application' | 'pack' | 'corrections' | 'opened'>,
  topics: readonly Topic[],
): ToDo[] {
  const { application, pack, corrections, opened } = facts
  const { awaiting } = statusTraits[application.status]
  const isApproved = application.status === 'approved'
  const replies = repliesOf(corrections).length
  const toCheck = topics.filter(({ name, mark }) => mark === 'to-check' && !isComplianceTopic(name))
  const left = new Set(toCheck.flatMap(({ documents }) => documents.map(({ file }) => file.documentId)))
  const unopened = documentsOf(facts).filter(
    ({ file: { documentId } }) => !opened.has(documentId) && !left.has(documentId),
  )
  const [first] = unopened
  const documents =
    unopened.length === 1 ? '1 document not opened' : `${unopened.length} documents not opened`
  const missing = isApproved ? (pack?.gate?.missing ?? []) : []
  return [
    ...(awaiting
      ? checksToDo(facts).map(({ path }): ToDo => ({ text: labelOf(path), topic: 'overview' }))
      : []),
    ...(replies === 0
      ? []
      : [
          {
            text: replies === 1 ? '1 reply to check' : `${replies} replies to check`,
            topic: 'overview' as const,
          },
        ]),
    ...toCheck.map(({ name, label }): ToDo => ({ text: `${label}: to check`, topic: name })),
    ...(awaiting && first !== undefined
      ? [{ text: documents, topic: first.topic, documentId: first.file.documentId }]
      : []),
    ...missing
      .filter(({ task }) => task === null || !toCheck.some(({ name }) => name === task))
      .map(({ item, task, text }): ToDo => ({
        text,
        // The server names the items of the gate, and the tasks.
        topic: (task as TaskName | null) ?? topicOfGate[item as GateItem],
      })),
  ]
}

function isComplianceTopic(name: TopicName): boolean {
  return name === 'sanctions' || name === 'rating' || name === 'sign-off'
}
