import { useCallback, useEffect, useState } from 'react'
import { tabStorage } from '#client/shared/lib/storage.ts'
import type { AppPath } from '#client/shared/shell/paths.ts'

/** Under its page's address this tab keeps a token while somebody signs in. */
function readToken(page: AppPath): string | null {
  const mailed = location.hash.slice(1)
  return mailed === '' ? tabStorage.getItem(page) : mailed
}

/**
 * The token of the link that was mailed, as it stands behind the sign in the address, or as this tab kept it while
 * somebody signed in; what forgets it; and what enters one that was typed. It does not stay in the address, nor in the list of pages that were visited.
 *
 * @param page that the link leads to
 */
export function useMailedToken(
  page: AppPath,
): [token: string | null, forget: () => void, enter: (token: string) => void] {
  const [token, setToken] = useState(() => readToken(page))
  useEffect(() => {
    const take = () => {
      const read = readToken(page)
      if (read !== null) tabStorage.setItem(page, read)
      if (location.hash !== '') history.replaceState(history.state, '', page)
      setToken(read)
    }
    take()
    // Followed where the page is open already, a link loads nothing.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [page])
  const forget = useCallback(() => {
    tabStorage.removeItem(page)
    setToken(null)
  }, [page])
  return [token, forget, setToken]
}
