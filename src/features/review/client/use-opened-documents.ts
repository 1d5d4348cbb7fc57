import { useState } from 'react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'

/** Which documents of an application its reader has opened. */
export interface OpenedDocuments {
  /** By document id: those that the server recorded, and those opened since. */
  opened: ReadonlySet<string>
  markOpened: (documentId: string) => void
}

/** Records opened documents locally until the server's response includes them. */
export function useOpenedDocuments({ openedDocuments }: ReviewedApplication): OpenedDocuments {
  const [here, setHere] = useState<ReadonlySet<string>>(new Set())
  return {
    opened: new Set([...openedDocuments, ...here]),
    markOpened: (documentId) => setHere((present) => new Set([...present, documentId])),
  }
}
