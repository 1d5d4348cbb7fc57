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
        className="inline-flex items-center gap-2 py-2.5"
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="text-link">Find</span>
        <kbd
          aria-hidden="true"
          className="rounded-sm border border-edge px-1.5 font-sans text-xs max-[90rem]:hidden"
        >
          Ctrl K
        </kbd>
      </button>
      {/* Outside of the menu, which closes on a phone when the palette opens. */}
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
