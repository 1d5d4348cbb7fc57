import { useRef, useState } from 'react'
import { documentNumberIn } from '#base/rules/identifiers/find.ts'
import { call, detailOr } from '#base/client/lib/api.ts'

/** A search box that recognises ID numbers. */
export interface IdNumberSearch {
  /** Takes the typed text; an ID number is passed on neither to the list nor to the address. */
  search: (typed: string) => void
  /** The result of an ID number; empty otherwise. */
  result: string
}

/**
 * Finds clients by ID number. The list is then searched for, and the address holds, the references of their
 * applications.
 *
 * @param finds whether the list can be searched by references; if not, a text says where to search
 */
export function useIdNumberSearch(onSearch: (search: string) => void, finds: boolean): IdNumberSearch {
  const [result, setResult] = useState('')
  const latest = useRef('')
  const find = async (number: string) => {
    setResult('Searching for this ID number…')
    const text = await foundBy(number).then(
      (references) => {
        if (references !== '' && latest.current === number) onSearch(references)
        return references === ''
          ? 'None of the clients you can see has this ID number.'
          : 'Found by ID number.'
      },
      (error: unknown) => detailOr(error, 'We couldn’t search for the ID number. Please try again.'),
    )
    if (latest.current === number) setResult(text)
  }
  return {
    result,
    search(typed) {
      const number = documentNumberIn(typed)
      latest.current = number ?? ''
      if (number === null) {
        setResult('')
        onSearch(typed)
      } else if (finds) void find(number)
      else setResult('Please search for an ID number in the list of applications.')
    },
  }
}

/** The references of the applications with an ID number. */
async function foundBy(number: string): Promise<string> {
  const { applications } = await call('POST /api/staff/find', { body: { text: number } })
  return applications.map(({ reference }) => reference).join(' ')
}
