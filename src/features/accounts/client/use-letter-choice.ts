import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useLetterUpload } from './letter-upload.ts'

/** The letter of a new wealth manager: an uploaded one or, once it is published, the firm's. */
export function useLetterChoice(isManager: boolean) {
  const letter = useLetterUpload()
  const [wantsFirms, setWantsFirms] = useState(false)
  const { data } = useQuery({ ...queryFor('GET /api/firm/letters'), enabled: isManager })
  const isPublished = data !== undefined && data.published !== null
  return {
    letter,
    isPublished,
    /** The firm's letter was chosen. */
    isFirms: isPublished && wantsFirms,
    setWantsFirms,
    /** Of the uploaded letter; empty without one. */
    address: letter.upload.state === 'done' ? letter.upload.address : '',
  }
}

export type LetterChoice = ReturnType<typeof useLetterChoice>
