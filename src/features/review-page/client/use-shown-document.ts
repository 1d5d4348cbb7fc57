import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#base/client/lib/api.ts'
import type { OpenedDocuments } from '#features/review/client/use-opened-documents.ts'
import type { Topic, TopicDocument, TopicName } from './topics.ts'

/** The document beside the facts. */
export interface ShownDocument {
  document: TopicDocument | null
  /** Whether it is on the screen now, and counts as opened. */
  isDisplayed: boolean
  show: (document: TopicDocument) => void
  /** Shows a document in its topic, which is about to open. */
  showIn: (topic: TopicName, document: TopicDocument) => void
  /** The document is drawn; one that the page chose does not count as opened before its reader looks at it. */
  onDrawn: (document: TopicDocument) => void
  /** The reader looks at it. */
  markViewed: () => void
  /** The reader has downloaded what the page cannot show. */
  markDownloaded: (document: TopicDocument) => void
}

/** The first document of a topic that is not opened, until the reader chooses another. */
export function useShownDocument(
  topic: Topic,
  documents: readonly TopicDocument[],
  { opened, markOpened }: OpenedDocuments,
): ShownDocument {
  const [chosen, setChosen] = useState<{ topic: string; documentId: string } | null>(null)
  const [drawn, setDrawn] = useState<string | null>(null)
  const first = topic.documents.find(({ file }) => !opened.has(file.documentId)) ?? topic.documents[0]
  // A document that is opened stays until the reader chooses another.
  if (chosen?.topic !== topic.name) {
    const documentId = first?.file.documentId ?? ''
    setChosen({ topic: topic.name, documentId })
  }
  const document = documents.find(({ file }) => file.documentId === chosen?.documentId) ?? first ?? null
  const id = document?.file.documentId
  const record = (documentId: string) => {
    if (opened.has(documentId)) return
    // It is accepted only once the server knows; if this call fails, it counts as unopened.
    call('PUT /api/documents/{id}/opened', { params: { id: documentId } }).then(
      () => markOpened(documentId),
      () => undefined,
    )
  }
  // It may have been drawn on the overview, where it does not count yet.
  const isInTopic = topic.name !== 'overview'
  const recordDrawn = useEffectEvent(record)
  useEffect(() => {
    if (isInTopic && drawn !== null && drawn === id) recordDrawn(drawn)
  }, [isInTopic, drawn, id])
  return {
    document,
    isDisplayed:
      id !== undefined && opened.has(id) && (drawn === id || document?.file.downloadOnly !== undefined),
    show: (next) => setChosen({ topic: topic.name, documentId: next.file.documentId }),
    showIn: (name, next) => setChosen({ topic: name, documentId: next.file.documentId }),
    onDrawn: ({ file: { documentId } }) => setDrawn(documentId),
    markViewed: () => {
      if (id !== undefined) record(id)
    },
    markDownloaded: ({ file: { documentId } }) => {
      setDrawn(documentId)
      record(documentId)
    },
  }
}
