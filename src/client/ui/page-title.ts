import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { afterPaint } from './after-paint.ts'

/*
 * The document's title has three parts that come from three places: "Error: " from an error summary, the
 * page's own title, and the site's name. They meet here.
 */
const title = { page: '', site: '', errors: 0 }
let lastHeading: string | null = null

/** Puts the three parts together. */
export function composeTitle(parts: { page: string; site: string; errors: number }): string {
  const named = [parts.page, parts.site].filter(Boolean).join(' – ')
  return parts.errors > 0 ? `Error: ${named}` : named
}

function show() {
  document.title = composeTitle(title)
}

/** Names the site after every page's title. */
export function useSiteTitle(site: string): void {
  useLayoutEffect(() => {
    title.site = site
    show()
  }, [site])
}

/** Begins the title with "Error: " while the component that asks for it is on the page. */
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
 * Titles the page, and moves the focus to its heading when one page follows another (not on the first one,
 * where the reader begins at the top anyway, and not from a field of the new page to which somebody was quick to turn:
 * their letters would go nowhere). Give the returned ref to the heading, with `tabIndex={-1}`.
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
    // What hangs on the focus, the judging of a field that is left say, need not hold up the page.
    return afterPaint(() => {
      title.page = page
      show()
      if (follows.current && !isTyping(focusBefore.current)) heading.current?.focus({ preventScroll: true })
    })
  }, [page])
  return heading
}

/** Whether the focus has gone to a field since. */
function isTyping(before: Element | null): boolean {
  const { activeElement } = document
  return activeElement !== before && activeElement?.matches('input, select, textarea') === true
}
