import { useQueryClient } from '@tanstack/react-query'
import type { LettersState, ManagerLetter } from '#features/signing/api/letters.ts'
import { queryFor } from '#base/client/lib/query-client.ts'

/** The published template, and the letter of each wealth manager. */
export const lettersQuery = queryFor('GET /api/firm/letters')

/** Reads the letters again. */
export function useRefreshLetters(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: lettersQuery.queryKey })
}

/** Shows a manager's letter as the server has stored it. */
export function useStoreManager(): (manager: ManagerLetter) => void {
  const client = useQueryClient()
  return (manager) =>
    client.setQueryData<LettersState>(
      lettersQuery.queryKey,
      (state) =>
        state && {
          ...state,
          managers: state.managers.map((one) => (one.id === manager.id ? manager : one)),
        },
    )
}
