import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { afterPaint } from './after-paint.ts'

/* The document's title has three parts: "Error: " from an error summary, the page's own title, and the site's name. */
const title = { page: '', site: '', errors: 0 }
let lastHeading: string | null = null

export function composeTitle(parts: { page: string; site: string; errors: number }): string {
  const named = [parts.page, parts.site].filter(Boolean).join(' – ')
  return parts.errors > 0 ? `Error: ${named}` : named
}

function show() {
  document.title = composeTitle(title)
}

/** Appends the site's name to every page's title. */
export function useSiteTitle(site: string): void {
  useLayoutEffect(() => {
    title.site = site
    show()
  }, [site])
}

/** Prefixes the title with "Error: " while the component is mounted. */
export function useErrorTitle(active: boolean): void {
  useEffect(() => {
    if (!active) return
    title.errors += 1
    show()
    return () => {
      title.errors -= 1
      show()
    }
  }, [active])
}

/**
 * Titles the page and focuses its heading when one page follows another, unless the user already types in a field of
 * the new page. Put the returned ref on the heading, with `tabIndex={-1}`.
 */
export function usePageTitle(page: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const follows = useRef(false)
  const focusBefore = useRef<Element>(null)
  useLayoutEffect(() => {
    follows.current = lastHeading !== null && lastHeading !== page
    lastHeading = page
    focusBefore.current = document.activeElement
    if (follows.current) window.scrollTo(0, 0)
  }, [page])
  useEffect(() => {
    // Deferred, so that work that focus triggers (validation of the field that is left) does not delay the page.
    return afterPaint(() => {
      title.page = page
      show()
      if (follows.current && !isTyping(focusBefore.current)) heading.current?.focus({ preventScroll: true })
    })
  }, [page])
  return heading
}

/** Whether the focus has moved to a field since. */
function isTyping(before: Element | null): boolean {
  const { activeElement } = document
  return activeElement !== before && activeElement?.matches('input, select, textarea') === true
}
