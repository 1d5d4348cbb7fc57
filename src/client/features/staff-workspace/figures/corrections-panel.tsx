import { Suspense, useState } from 'react'
import { lazyPart } from '#client/shared/shell/lazy-part.tsx'
import type { CorrectionFiguresProps } from './correction-figures.tsx'

const figures = lazyPart(async () => (await import('./correction-figures.tsx')).CorrectionFigures)

/** The figures of corrections, collapsed; code and data are loaded when it is opened. */
export function CorrectionsPanel({ whose }: CorrectionFiguresProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="open:basis-full" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-block cursor-pointer py-2.5 text-link">Correction statistics</summary>
      {open ? (
        <Suspense fallback={<p className="text-ink-soft">Counting…</p>}>
          <figures.Part {...{ whose }} />
        </Suspense>
      ) : null}
    </details>
  )
}
