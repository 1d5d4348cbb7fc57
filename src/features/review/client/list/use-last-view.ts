import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

/** Queries by user and path, until the page is reloaded. */
const lastViews = new Map<string, string>()

/**
 * Returns to the queue, filters and order that the user left for another page, unless the address has its own. An
 * opened application is not part of a view.
 */
export function useLastView(userId: string): void {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const name = `${userId} ${path}`
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const last = lastViews.get(name)
    if (isFirst.current && search === '' && last) navigate(`${path}?${last}`, { replace: true })
  }, [name, navigate, path, search])
  useEffect(() => {
    const params = new URLSearchParams(search)
    params.delete('application')
    // The first address is not the user's choice if the last view replaces it.
    if (!isFirst.current || search !== '') lastViews.set(name, params.toString())
    isFirst.current = false
  }, [name, search])
}
