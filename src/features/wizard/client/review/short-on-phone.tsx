import type { ReactNode } from 'react'
import { useFolding } from '../steps/use-folding.tsx'

/** Answers in short in a narrow window; in full in a wide one and in print. */
export function ShortOnPhone({ inShort, children }: { inShort: ReactNode; children: ReactNode }) {
  const isNarrow = useFolding()
  return (
    <>
      {isNarrow ? <div className="text-sm print:hidden">{inShort}</div> : null}
      <div className={isNarrow ? 'hidden print:block' : undefined}>{children}</div>
    </>
  )
}
