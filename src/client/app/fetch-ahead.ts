import { useEffect } from 'react'
import { homeFor, roles, type Role } from '#domain/users/roles.ts'
import { preloadWhenIdle, type LazyPart } from '#client/shell/lazy-part.tsx'
import { pathAt, paths, type AppPath } from '#client/shell/paths.ts'

/** What fetching ahead knows of a page. */
export type FetchedAhead = {
  /** Everyone, whoever is signed in, or certain roles. */
  access: 'anyone' | 'signedIn' | readonly Role[]
  /** Code that the page needs and that is not here yet. */
  later?: Pick<LazyPart, 'preload'>
  /** Who needs that code, where all the others are only sent on. */
  neededBy?: readonly Role[]
}

type Pages = Readonly<Record<AppPath, FetchedAhead>>

/** Where signing in may lead. */
const afterSignIn: ReadonlySet<AppPath> = new Set([...roles.map(homeFor), paths.changePassword])

/**
 * The pages that somebody may come to from where they are, in the table's order: all that a role can see, so that no
 * role waits for its code and none fetches another's; without a session those that need none, and what may follow
 * signing in.
 */
export function pagesAhead(pages: Pages, role: Role | undefined): AppPath[] {
  return Object.values(paths).filter((path) => {
    const { access, neededBy } = pages[path]
    if (role === undefined) return access === 'anyone' || afterSignIn.has(path)
    if (neededBy) return neededBy.includes(role)
    return access === 'signedIn' || (access !== 'anyone' && access.includes(role))
  })
}

/**
 * Has the code of pages here before they are needed: that of the address at once, while the server is asked who is
 * there; that of a link as soon as somebody points at it; the rest in a quiet moment.
 */
export function useFetchingAhead(pages: Pages, path: AppPath | undefined, role: Role | undefined): void {
  useEffect(() => {
    if (path !== undefined) void pages[path].later?.preload()
  }, [pages, path])
  useEffect(
    () => preloadWhenIdle(pagesAhead(pages, role).flatMap((ahead) => pages[ahead].later ?? [])),
    [pages, role],
  )
  useEffect(() => {
    const preloadTarget = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      const leadsTo = link?.origin === location.origin ? pathAt(link.pathname) : undefined
      if (leadsTo !== undefined) void pages[leadsTo].later?.preload()
    }
    const intents = ['pointerover', 'focusin']
    for (const intent of intents) document.addEventListener(intent, preloadTarget)
    return () => {
      for (const intent of intents) document.removeEventListener(intent, preloadTarget)
    }
  }, [pages])
}
