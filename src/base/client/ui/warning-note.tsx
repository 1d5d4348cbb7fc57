import type { ReactNode } from 'react'
import { WarningIcon } from './icons.tsx'

/** A warning beside a field. It does not block; it is read out when it appears. */
export function WarningNote({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role="status"
      className="mt-2 flex w-fit items-start gap-2 border-l-2 border-warning-line bg-warning-wash px-3 py-2 text-sm text-warning"
    >
      <WarningIcon className="mt-0.5 size-5" />
      <span className="text-pretty">{children}</span>
    </p>
  )
}
