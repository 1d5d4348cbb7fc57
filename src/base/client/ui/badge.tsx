import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'brass'

const TONES = {
  neutral: 'border-edge bg-sunken text-ink-soft',
  info: 'border-info bg-info-wash text-info',
  success: 'border-success bg-success-wash text-success',
  warning: 'border-warning-line bg-warning-wash text-warning',
  danger: 'border-danger bg-danger-wash text-danger',
  brass: 'border-brass-line bg-surface text-brass',
} satisfies Record<BadgeTone, string>

/** A state as a word; its colour only helps to find it. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-sm border px-2 py-px text-xs font-semibold whitespace-nowrap',
        TONES[tone],
      )}
    >
      <span aria-hidden="true" className="size-1.5 rotate-45 bg-current" />
      <span>{children}</span>
    </span>
  )
}
