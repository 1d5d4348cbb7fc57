import { clsx } from 'clsx'
import type { Elements } from './elements.ts'

/** A grey placeholder for a line. Size it with `className`. */
function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('block h-4 animate-pulse rounded-sm bg-hairline', className)} />
  )
}

/** Wraps the skeletons of a screen and announces what is loading. */
function Loading({ label, children }: { label: string; children: Elements }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

/** A form's skeleton: a heading, a line and some questions. */
export function FormSkeleton({ label, questions = 4 }: { label: string; questions?: number }) {
  return (
    <Loading label={label}>
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="mt-4 w-full" />
      <div className="mt-10 grid gap-8">
        {Array.from({ length: questions }, (_, index) => (
          <div key={index}>
            <Skeleton className="w-40" />
            <Skeleton className="mt-3 h-12 w-full" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** A table's skeleton. */
export function TableSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <Loading label={label}>
      <div className="mt-8 grid">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex h-14 items-center border-b border-hairline">
            <Skeleton className="w-full" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
