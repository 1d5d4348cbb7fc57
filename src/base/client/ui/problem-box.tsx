import { useEffect, useRef } from 'react'
import { AlertIcon } from './icons.tsx'
import { useErrorTitle } from './page-title.ts'
import type { Elements } from './elements.ts'

export type ProblemBoxProps = {
  title: string
  /** Whether it is shown. */
  wrong: boolean
  /** A submit counter, incremented together with the attempt's errors. */
  attempt: number
  children: Elements
}

/**
 * The errors at the top of a form or page. Takes the focus once for each attempt, never for a changed value, and
 * prefixes the page's title with "Error: ".
 */
export function ProblemBox({ title, wrong, attempt, children }: ProblemBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const answered = useRef<number>(null)
  useErrorTitle(wrong)
  useEffect(() => {
    if (answered.current === attempt) return
    answered.current = attempt
    if (wrong) box.current?.focus()
  }, [wrong, attempt])
  if (!wrong) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-8 scroll-mt-24 border border-danger bg-danger-wash px-5 py-4"
    >
      <h2 className="flex items-center gap-2 text-xl text-danger">
        <AlertIcon className="size-6" />
        <span>{title}</span>
      </h2>
      {children}
    </div>
  )
}
