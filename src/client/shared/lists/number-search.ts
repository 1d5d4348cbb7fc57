import { useRef, useState } from 'react'
import { documentNumberIn } from '#domain/applications/review/find.ts'
import { call, detailOr } from '#client/shared/lib/api.ts'

/** What becomes of an ID number that is typed into a search. */
export interface NumberSearch {
  /** Takes what was typed; no ID number goes on to the list, and none into the address. */
  search: (typed: string) => void
  /** What came of a number; empty where none was typed last. */
  said: string
}

/**
 * Finds clients by ID number: what the list is then searched for, and what the address holds, are the references of their applications.
 *
 * @param finds whether the list can be searched by references; where it cannot, it is said where to look
 */
export function useNumberSearch(onSearch: (search: string) => void, finds: boolean): NumberSearch {
  const [said, setSaid] = useState('')
  const latest = useRef('')
  const find = async (number: string) => {
    setSaid('Searching for this ID number…')
    const words = await foundBy(number).then(
      (references) => {
        if (references !== '' && latest.current === number) onSearch(references)
        return references === ''
          ? 'None of the clients you can see has this ID number.'
          : 'Found by ID number.'
      },
      (error: unknown) => detailOr(error, 'We couldn’t search for the ID number. Please try again.'),
    )
    if (latest.current === number) setSaid(words)
  }
  return {
    said,
    search(typed) {
      const number = documentNumberIn(typed)
      latest.current = number ?? ''
      if (number === null) {
        setSaid('')
        onSearch(typed)
      } else if (finds) void find(number)
      else setSaid('Please search for an ID number in the list of applications.')
    },
  }
}

/** The references of the applications of a number. */
async function foundBy(number: string): Promise<string> {
  const { applications } = await call('POST /api/staff/find', { body: { text: number } })
  return applications.map(({ reference }) => reference).join(' ')
}
