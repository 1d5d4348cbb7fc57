import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Elements } from './elements.ts'

export type SidePanelProps = {
  title: string
  /** Called by Esc and by the close button. */
  onClose: () => void
  /** Stays visible above the scrolling content. */
  head?: Elements
  children?: Elements
}

/** The margin above and below, in px. */
const MARGIN = 16

/**
 * A non-modal dialog beside the list that opened it. It fills the window's height, scrolls on its own, and focuses its
 * title.
 */
export function SidePanel({ title, onClose, head, children }: SidePanelProps) {
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  useWindowHeight(ref)
  useEscape(ref, onClose)
  useEffect(() => document.getElementById(id)?.focus({ preventScroll: true }), [id])
  return (
    <div
      ref={ref}
      role="dialog"
      aria-labelledby={id}
      data-panel=""
      className="sticky top-4 flex min-w-0 flex-col overflow-hidden rounded-lg border border-hairline bg-surface shadow-float"
    >
      <header className="border-b border-hairline px-6 pt-3 pb-4">
        <div className="flex items-center gap-4">
          <h2 id={id} tabIndex={-1} className="eyebrow grow">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-mr-3 flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {head}
      </header>
      {children}
    </div>
  )
}

/** Fills the window from the panel's top, which moves while the page is scrolled. */
function useWindowHeight(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const panel = ref.current
    if (panel === null) return
    const fill = () => {
      const top = Math.max(MARGIN, panel.getBoundingClientRect().top)
      panel.style.height = `${Math.max(320, window.innerHeight - top - MARGIN)}px`
    }
    fill()
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('scroll', fill, { passive: true, signal })
    window.addEventListener('resize', fill, { signal })
    const watch = new ResizeObserver(fill)
    watch.observe(document.body)
    return () => {
      listening.abort()
      watch.disconnect()
    }
  }, [ref])
}

const OWN_ESCAPE = 'input, textarea, select, [contenteditable]'

/** Esc closes it, unless the user types elsewhere or Esc closes something above it first. */
function useEscape(ref: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const listen = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented) return
      if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return
      const element = target instanceof Element ? target : null
      if (element?.closest(OWN_ESCAPE) && !ref.current?.contains(element)) return
      close()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [ref])
}
