import { useCallback, useEffect, useState } from 'react'
import { tabStorage } from '#base/client/lib/storage.ts'
import type { AppPath } from '#base/client/paths.ts'

/** Session storage keeps the token during sign-in, under the page's address. */
function readToken(page: AppPath): string | null {
  const mailed = location.hash.slice(1)
  return mailed === '' ? tabStorage.getItem(page) : mailed
}

/**
 * The token of a mailed link, from the address's fragment or this tab's storage. It is removed from the address and the
 * history.
 *
 * @param page that the link leads to
 * @returns the token, and functions that forget it and enter a typed one
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
    // If the page is open already, following the link loads nothing.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [page])
  const forget = useCallback(() => {
    tabStorage.removeItem(page)
    setToken(null)
  }, [page])
  return [token, forget, setToken]
}
