import { useState } from 'react'
import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import type { UploadedFile } from '#domain/api/uploaded-file.ts'

/** Which documents of an application its reader has opened. */
export interface OpenedDocuments {
  /** By the ids of the documents: as the server recorded it, and those opened here since. */
  opened: ReadonlySet<string>
  markOpened: (file: UploadedFile) => void
}

/** Keeps which documents are opened here, before the server's answer says so. */
export function useOpenedDocuments({ openedDocuments }: ReviewedApplication): OpenedDocuments {
  const [here, setHere] = useState<ReadonlySet<string>>(new Set())
  return {
    opened: new Set([...openedDocuments, ...here]),
    markOpened: ({ documentId }) => setHere((present) => new Set([...present, documentId])),
  }
}
