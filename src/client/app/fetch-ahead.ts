import { useEffect } from 'react'
import { homeFor, roles, type Role } from '#domain/users/roles.ts'
import { preloadWhenIdle, type LazyPart } from '#client/shell/lazy-part.tsx'
import { isSlowLine, savesData } from '#client/shell/line.ts'
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
 * signing in, the home of clients first: most people are. On a slow line that alone: the others' would hold it up.
 */
export function pagesAhead(pages: Pages, role: Role | undefined, isSlow: boolean): AppPath[] {
  if (role === undefined && isSlow) return [paths.home]
  return Object.values(paths).filter((path) => {
    const { access, neededBy } = pages[path]
    if (role === undefined) return access === 'anyone' || afterSignIn.has(path)
    if (neededBy) return neededBy.includes(role)
    return access === 'signedIn' || (access !== 'anyone' && access.includes(role))
  })
}

/**
 * Has the code of pages here before they are needed: that of the address at once, while the server is asked who is
 * there; that of a link as soon as somebody points at it; a client's as soon as somebody turns to the sign-in form; the
 * rest in a quiet moment, which the time is not in which somebody waits to be signed in.
 */
export function useFetchingAhead(
  pages: Pages,
  path: AppPath | undefined,
  role: Role | undefined,
  isSigningIn: boolean,
): void {
  useEffect(() => {
    if (path !== undefined) void pages[path].later?.preload()
  }, [pages, path])
  useEffect(() => {
    if (isSigningIn) return
    const ahead = pagesAhead(pages, role, isSlowLine())
    return preloadWhenIdle(ahead.flatMap((each) => pages[each].later ?? []))
  }, [pages, role, isSigningIn])
  useEffect(() => {
    if (path !== paths.signIn || savesData()) return
    const look = () => {
      if (document.activeElement?.closest('form')) void pages[paths.home].later?.preload()
    }
    // Typing may have begun before the script was here.
    look()
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [pages, path])
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
