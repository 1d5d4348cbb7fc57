import { useEffect } from 'react'
import { homeFor, roles, type Role } from '#features/access/rules/roles.ts'
import { preloadWhenIdle, type LazyPart } from '#base/client/lib/lazy-part.tsx'
import { isSlowConnection, savesData } from '#base/client/lib/connection.ts'
import { isForRole, type Page } from '#features/brand/client/shell/pages.ts'
import { paths, plainPath } from '#base/client/paths.ts'

/** A page and its lazily loaded code. */
type PrefetchedPage = Pick<Page, 'path' | 'access'> & { part?: Pick<LazyPart, 'preload'> }

/** Pages that a sign-in may lead to. */
const afterSignIn: ReadonlySet<string> = new Set([...roles.map(homeFor), paths.changePassword])

/**
 * The pages to prefetch, in the table's order: those that a role may open; without a session the public ones and those
 * that follow signing in. On a slow connection without a session only the home of clients.
 */
export function pagesToPrefetch<Each extends PrefetchedPage>(
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
 * Prefetches the client's home while the sign-in page is still hydrating, which takes a slow phone a second.
 */
export function prefetchHome(pages: readonly PrefetchedPage[]): void {
  if (!savesData()) preload(pages, paths.home)
}

/**
 * Prefetches the code of pages: of the current address at once, of a link when it is pointed at, of the client's home
 * when the sign-in form is focused, and the others when idle, unless a sign-in is in progress.
 */
export function usePrefetching(
  pages: readonly PrefetchedPage[],
  location: string,
  role: Role | undefined,
  isSigningIn: boolean,
): void {
  useEffect(() => preload(pages, location), [pages, location])
  useEffect(() => {
    if (isSigningIn) return
    const ahead = pagesToPrefetch(pages, role, isSlowConnection())
    return preloadWhenIdle(ahead.flatMap(({ part }) => part ?? []))
  }, [pages, role, isSigningIn])
  useEffect(() => {
    if (plainPath(location) !== paths.signIn || savesData()) return
    const preloadHome = () => {
      if (document.activeElement?.closest('form')) preload(pages, paths.home)
    }
    // Typing may have started before the script loaded.
    preloadHome()
    document.addEventListener('focusin', preloadHome)
    return () => document.removeEventListener('focusin', preloadHome)
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
