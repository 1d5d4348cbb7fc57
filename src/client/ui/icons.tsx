import type { ReactNode } from 'react'

/*
 * The few signs that the first page needs, drawn here so that it does not wait for an icon library.
 * Everything else may use lucide-react.
 */

function Sign({ children, className = 'size-5' }: { children: ReactNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  )
}

type SignProps = { className?: string }

/** Something is wrong. */
export function AlertSign({ className }: SignProps) {
  return (
    <Sign className={className}>
      <circle cx="12" cy="12" r="9.25" />
      <path d="M12 7.5v5.25M12 16.25v.01" />
    </Sign>
  )
}

/** Something deserves a second look. */
export function WarningSign({ className }: SignProps) {
  return (
    <Sign className={className}>
      <path d="M12 3.5 21.5 20h-19L12 3.5Z" />
      <path d="M12 10v4.5M12 17.25v.01" />
    </Sign>
  )
}

/** Something was done. */
export function CheckSign({ className }: SignProps) {
  return (
    <Sign className={className}>
      <circle cx="12" cy="12" r="9.25" />
      <path d="m8 12.25 2.75 2.75L16 9.5" />
    </Sign>
  )
}

/** Something worth knowing. */
export function InfoSign({ className }: SignProps) {
  return (
    <Sign className={className}>
      <circle cx="12" cy="12" r="9.25" />
      <path d="M12 11.25v5.25M12 7.75v.01" />
    </Sign>
  )
}
