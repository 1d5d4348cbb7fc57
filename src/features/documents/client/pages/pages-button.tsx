import { Images } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#base/client/lib/lazy-part.tsx'
import { Button } from '#base/client/ui/button.tsx'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import type { PhotoPage } from './page-list.ts'
import type { PagesDialogProps } from './pages-dialog.tsx'

const dialog = lazyPart<PagesDialogProps>(async () => (await import('./pages-dialog.tsx')).PagesDialog)

type PagesButtonProps = {
  kind: ClientKind
  disabled: boolean
  /** Called with the new PDF. */
  onFile: (file: File) => void
}

/** Combines photos of a document into one PDF. Closing the dialog keeps them for the next time. */
export function PagesButton({ kind, disabled, onFile }: PagesButtonProps) {
  const [open, setOpen] = useState(false)
  const [pages, setPages] = useState<readonly PhotoPage[]>([])
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="mt-1 -ml-4 text-left"
        disabled={disabled}
        icon={<Images aria-hidden="true" className="size-5 shrink-0" />}
        onPointerEnter={() => void dialog.preload()}
        onFocus={() => void dialog.preload()}
        onClick={() => setOpen(true)}
      >
        More than one page? Combine photos into one PDF
      </Button>
      {open ? (
        <Suspense>
          <dialog.Part
            {...{ kind, pages }}
            onPages={setPages}
            onClose={() => setOpen(false)}
            onFile={(file) => {
              setOpen(false)
              setPages([])
              onFile(file)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
