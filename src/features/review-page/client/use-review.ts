import { useLocation, useSearchParams } from 'wouter'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { addressIn } from '#features/review/client/addresses.ts'
import { usePack } from '#features/due-diligence/client/staff/use-pack.ts'
import { canNote, useCorrections } from '#features/corrections/client/staff/use-corrections.ts'
import { useNotesList } from '#features/notes/client/notes-context.tsx'
import type { Workspace } from '#features/review/client/workspaces.ts'
import { stillToDo, type ToDo } from './still-to-do.ts'
import { isTopicName, topicsOf, type TopicDocument, type TopicName } from './topics.ts'
import { useDraftRequest } from './use-draft-request.ts'
import { useOpenedDocuments } from '#features/review/client/use-opened-documents.ts'
import { useShownDocument } from './use-shown-document.ts'

export type Review = ReturnType<typeof useReview>

/** The topics of an application, the one of the address, and its document. */
export function useReview(application: ReviewedApplication, workspace: Workspace) {
  const { id } = application
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const pack = usePack(id)
  const corrections = useCorrections(id)
  const draft = useDraftRequest(id)
  const opening = useOpenedDocuments(application)
  const seesCompliance = useMay('screening.read')
  const notes = useNotesList().list.rows.length
  const { opened } = opening
  const topics = topicsOf({
    application,
    pack,
    corrections,
    opened,
    seesCompliance,
    notes,
    again: draft.again,
  })
  const toDo = stillToDo({ application, pack, corrections, opened }, topics)
  const named = location.hash.startsWith('#note-') ? 'notes' : params.get('topic')
  const [overview] = topics
  const topic = topics.find(({ name }) => isTopicName(named) && name === named) ?? overview
  const { documents } = overview
  const shown = useShownDocument(topic, documents, opening)
  const listParams = new URLSearchParams(params)
  listParams.delete('topic')
  const addressOf = (name: TopicName) => {
    const next = new URLSearchParams(listParams)
    if (name !== 'overview') next.set('topic', name)
    return addressIn(workspace.review, next, id)
  }
  const open = (name: TopicName) => navigate(addressOf(name), { replace: true })
  const byId = (documentId: string | undefined) =>
    documents.find(({ file }) => file.documentId === documentId)
  const showFile = (documentId: string) => {
    const document = byId(documentId)
    if (document !== undefined) shown.showIn(topic.name, document)
  }
  return {
    topics,
    topic,
    documents,
    shown,
    pack,
    corrections,
    draft,
    opened,
    toDo,
    listParams,
    addressOf,
    open,
    showFile,
    canAsk: canNote(application, corrections),
    /** Whether the page chose the document. */
    isAhead:
      topic.name === 'overview' && shown.document !== null && !opened.has(shown.document.file.documentId),
    /** Shows a document, and its topic where one with documents is open. */
    showDocument: (document: TopicDocument) => {
      const isElsewhere =
        topic.name !== 'overview' && topic.documents.length > 0 && document.topic !== topic.name
      shown.showIn(isElsewhere ? document.topic : topic.name, document)
      if (isElsewhere) open(document.topic)
    },
    showItem: ({ topic: name, documentId }: ToDo) => {
      const document = byId(documentId)
      if (document !== undefined) shown.showIn(name, document)
      open(name)
    },
  }
}
