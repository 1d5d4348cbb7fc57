import { useEffect } from 'react'
import { homeFor, roles, type Role } from '#domain/users/roles.ts'
import { preloadWhenIdle, type LazyPart } from '#client/shared/shell/lazy-part.tsx'
import { isSlowLine, savesData } from '#client/shared/shell/line.ts'
import { isForRole, type Page } from '#client/shared/shell/pages.ts'
import { paths, plainPath } from '#client/shared/shell/paths.ts'

/** A page and the code that is loaded later for it. */
type PrefetchedPage = Pick<Page, 'path' | 'access'> & { part?: Pick<LazyPart, 'preload'> }

/** Pages that a sign-in may lead to. */
const afterSignIn: ReadonlySet<string> = new Set([...roles.map(homeFor), paths.changePassword])

/**
 * The pages that somebody may come to from where they are, in the table's order: all that a role can see, so that no
 * role waits for its code and none fetches another's; without a session those that need none, and what may follow
 * signing in, the home of clients first: most people are. On a slow line that alone: the others' would hold it up.
 */
export function pagesAhead<Each extends PrefetchedPage>(
  pages: readonly Each[],
  role: Role | undefined,
  isSlow: boolean,
): Each[] {
  return pages.filter(({ path, access }) => {
    if (role === undefined && isSlow) return path === paths.home
    if (role === undefined) return access === 'anyone' || afterSignIn.has(path)
    return access === 'signedIn' || isForRole({ access }, role)
  })
}

function preload(pages: readonly PrefetchedPage[], location: string): void {
  const path = plainPath(location)
  void pages.find((page) => page.path === path)?.part?.preload()
}

/**
 * Has the code of pages here before they are needed: that of the address at once, while the server is asked who is
 * there; that of a link as soon as somebody points at it; a client's as soon as somebody turns to the sign-in form; the
 * rest in a quiet moment, which the time is not in which somebody waits to be signed in.
 */
export function useFetchingAhead(
  pages: readonly PrefetchedPage[],
  location: string,
  role: Role | undefined,
  isSigningIn: boolean,
): void {
  useEffect(() => preload(pages, location), [pages, location])
  useEffect(() => {
    if (isSigningIn) return
    const ahead = pagesAhead(pages, role, isSlowLine())
    return preloadWhenIdle(ahead.flatMap(({ part }) => part ?? []))
  }, [pages, role, isSigningIn])
  useEffect(() => {
    if (plainPath(location) !== paths.signIn || savesData()) return
    const look = () => {
      if (document.activeElement?.closest('form')) preload(pages, paths.home)
    }
    // Typing may have begun before the script was here.
    look()
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [pages, location])
  useEffect(() => {
    const preloadTarget = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin === window.location.origin) preload(pages, link.pathname)
    }
    const intents = ['pointerover', 'focusin']
    for (const intent of intents) document.addEventListener(intent, preloadTarget)
    return () => {
      for (const intent of intents) document.removeEventListener(intent, preloadTarget)
    }
  }, [pages])
}
