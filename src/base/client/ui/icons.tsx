import type { ReactNode } from 'react'

/*
 * The few icons of the first page, drawn here so that it does not load an icon library. Other pages may use
 * lucide-react.
 */

function Icon({ children, className = 'size-5' }: { children: ReactNode; className?: string }) {
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

type IconProps = { className?: string }

export function AlertIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <circle cx="12" cy="12" r="9.25" />
      <path d="M12 7.5v5.25M12 16.25v.01" />
    </Icon>
  )
}

export function WarningIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M12 3.5 21.5 20h-19L12 3.5Z" />
      <path d="M12 10v4.5M12 17.25v.01" />
    </Icon>
  )
}

export function CheckIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <circle cx="12" cy="12" r="9.25" />
      <path d="m8 12.25 2.75 2.75L16 9.5" />
    </Icon>
  )
}

export function InfoIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <circle cx="12" cy="12" r="9.25" />
      <path d="M12 11.25v5.25M12 7.75v.01" />
    </Icon>
  )
}
