import { useCallback, useEffect, useState } from 'react'
import { paths } from '#client/shell/paths.ts'

/** Where this tab keeps the token while somebody signs in. */
const STORED = 'address-confirmation'

function readToken(): string | null {
  const mailed = location.hash.slice(1)
  return mailed === '' ? sessionStorage.getItem(STORED) : mailed
}

/**
 * The token of the link that was mailed, as it stands behind the sign in the address, or as this tab kept it while
 * somebody signed in; and what forgets it. It does not stay in the address, nor in the list of pages that were visited.
 */
export function useMailedToken(): [token: string | null, forget: () => void] {
  const [token, setToken] = useState(readToken)
  useEffect(() => {
    const take = () => {
      const read = readToken()
      if (read !== null) sessionStorage.setItem(STORED, read)
      if (location.hash !== '') history.replaceState(history.state, '', paths.confirm)
      setToken(read)
    }
    take()
    // Followed where the page is open already, a link loads nothing.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  const forget = useCallback(() => {
    sessionStorage.removeItem(STORED)
    setToken(null)
  }, [])
  return [token, forget]
}
