import { clsx } from 'clsx'

/** A spinner. Give it a `label` if nothing else says what is loading. */
export function Spinner({ size = 'normal', label }: { size?: 'small' | 'normal'; label?: string }) {
  const ring = (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={clsx('shrink-0 animate-spin', size === 'small' ? 'size-5' : 'size-8')}
    >
      <circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.25" />
      <path
        d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
  if (!label) return ring
  return (
    <div role="status" className="flex items-center gap-4 text-ink-soft">
      {ring}
      <span>{label}</span>
    </div>
  )
}
