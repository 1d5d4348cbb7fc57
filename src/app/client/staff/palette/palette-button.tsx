import { Search } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Role } from '#features/access/rules/roles.ts'
import { lazyPart, preloadWhenIdle } from '#base/client/lib/lazy-part.tsx'

const palette = lazyPart(async () => (await import('./palette.tsx')).Palette)

/**
 * Opens the palette on press or Ctrl+K (Cmd+K). Its code is loaded when idle; letters typed before it is loaded go into
 * its field.
 */
export function PaletteButton({ role }: { role: Role }) {
  const [open, setOpen] = useState(false)
  const begun = useRef('')
  const close = () => {
    begun.current = ''
    setOpen(false)
  }
  useEffect(() => preloadWhenIdle([palette]), [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || altKey || shiftKey || ctrlKey === metaKey) return
      event.preventDefault()
      begun.current = ''
      setOpen((isOpen) => !isOpen)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void palette.preload()}
        onClick={() => setOpen(true)}
        title="Find"
        className="inline-flex min-h-11 shrink-0 items-center justify-center gap-2 max-lg:size-[44px] text-ink-soft hover:text-ink"
      >
        <Search aria-hidden="true" className="size-5" />
        <span className="sr-only">Find</span>
        <kbd
          aria-hidden="true"
          className="hidden rounded-sm border border-hairline px-1.5 font-sans text-xs font-semibold whitespace-nowrap desk:inline"
        >
          Ctrl K
        </kbd>
      </button>
      {open
        ? createPortal(
            <Suspense
              fallback={
                <TypedMeanwhile
                  onLetter={(letter) => {
                    begun.current += letter
                  }}
                />
              }
            >
              <palette.Part role={role} begun={begun} onClose={close} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  )
}

/** Captures letters until the palette's field is shown. */
function TypedMeanwhile({ onLetter }: { onLetter: (letter: string) => void }) {
  const take = useEffectEvent(onLetter)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey } = event
      if (key.length !== 1 || altKey || ctrlKey || metaKey) return
      event.preventDefault()
      event.stopPropagation()
      take(key)
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
  return null
}
