import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Role } from '#domain/users/roles.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'

const palette = lazyPart(async () => (await import('./palette.tsx')).Palette)

/** Opens the palette: a press, or Ctrl and K (Cmd and K) from anywhere. It is loaded when it is first wanted. */
export function PaletteButton({ role }: { role: Role }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || altKey || shiftKey || ctrlKey === metaKey) return
      event.preventDefault()
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
          className="rounded-sm border border-edge px-1.5 font-sans text-xs max-lg:hidden"
        >
          Ctrl K
        </kbd>
      </button>
      {/* Not inside the menu: on a phone that is closed by what opens above it, and with it all that is in it. */}
      {open
        ? createPortal(
            <Suspense fallback={null}>
              <palette.Part role={role} onClose={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  )
}
