import { clsx } from 'clsx'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'normal' | 'small'

const TONES = {
  primary: 'border-primary bg-primary text-on-primary hover:border-primary-hover hover:bg-primary-hover',
  secondary: 'border-edge bg-surface text-ink hover:border-ink hover:bg-sunken',
  // Its box may overlap neighbouring text, where a border drawn by forced colours would cover it.
  quiet:
    'border-transparent bg-transparent text-link hover:bg-primary-wash forced-colors:border-[Canvas] forced-colors:underline',
  danger: 'border-danger bg-danger text-on-danger hover:border-danger-hover hover:bg-danger-hover',
} satisfies Record<ButtonTone, string>

const SIZES = {
  // On a phone with large text, half of the width would be padding.
  normal: 'min-h-12 px-[min(1.5rem,7vw)] py-2',
  small: 'min-h-11 px-4 py-1.5 text-sm desk:min-h-9 desk:py-1',
} satisfies Record<ButtonSize, string>

/** The classes of a button, for other elements that look like one. */
export function buttonClasses(tone: ButtonTone, size: ButtonSize, extra?: string): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-md border text-center font-semibold no-underline',
    'transition-colors duration-150 ease-calm select-none',
    'disabled:opacity-55 aria-disabled:opacity-70',
    TONES[tone],
    SIZES[size],
    extra,
  )
}

export type ButtonProps = ComponentProps<'button'> & {
  tone?: ButtonTone
  size?: ButtonSize
  /** Shows `pendingLabel` and a spinner and ignores presses, but keeps the focus. */
  pending?: boolean
  pendingLabel?: ReactNode
  icon?: ReactElement
}

/** A button of at least 44 px, a small one with a mouse of 36 px. Its type defaults to `button`, so that it never submits by accident. */
export function Button({
  tone = 'primary',
  size = 'normal',
  pending = false,
  pendingLabel,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      aria-disabled={pending || undefined}
      {...rest}
      type={pending ? 'button' : type}
      className={buttonClasses(tone, size, className)}
      onClick={pending ? undefined : onClick}
    >
      {pending ? <Spinner size="small" /> : icon}
      {children === undefined ? null : <span>{pending && pendingLabel ? pendingLabel : children}</span>}
    </button>
  )
}
