import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { WarningIcon } from './icons.tsx'

type WarningNoteProps = {
  id?: string
  children: ReactNode
  /** Information, in grey. */ isNote?: boolean | undefined
}

/** A warning beside a field. It does not block; it is read out when it appears. */
export function WarningNote({ id, isNote = false, children }: WarningNoteProps) {
  const warning =
    'mt-2 flex w-fit items-start gap-2 border-l-2 border-warning-line bg-warning-wash px-3 py-2 text-warning'
  return (
    <p id={id} role="status" className={clsx('text-sm', isNote ? 'mt-1 text-ink-soft' : warning)}>
      {isNote ? null : <WarningIcon className="mt-0.5 size-5" />}
      <span className="text-pretty">{children}</span>
    </p>
  )
}
