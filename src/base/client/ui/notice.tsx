import { clsx } from 'clsx'
import type { ComponentType, ReactNode } from 'react'
import { AlertIcon, CheckIcon, InfoIcon, WarningIcon } from './icons.tsx'

export type Tone = 'info' | 'warning' | 'success' | 'danger'

const ICONS = {
  info: { Icon: InfoIcon, box: 'border-info bg-info-wash', text: 'text-info' },
  warning: { Icon: WarningIcon, box: 'border-warning-line bg-warning-wash', text: 'text-warning' },
  success: { Icon: CheckIcon, box: 'border-success bg-success-wash', text: 'text-success' },
  danger: { Icon: AlertIcon, box: 'border-danger bg-danger-wash', text: 'text-danger' },
} satisfies Record<Tone, { Icon: ComponentType<{ className?: string }>; box: string; text: string }>

export type NoticeProps = {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  /** A control under the text. */
  action?: ReactNode
  /** Set if the notice appears after the page did: it is then read out. */
  live?: 'status' | 'alert'
  className?: string
}

/** A message that stays on the page, marked by an icon, a line and a colour. */
export function Notice({ tone = 'info', title, children, action, live, className }: NoticeProps) {
  const { Icon, box, text } = ICONS[tone]
  return (
    <div role={live} className={clsx('flex gap-3 border-l-[3px] px-4 py-3.5', box, className)}>
      <Icon className={clsx('mt-px size-6', text)} />
      <div className="min-w-0 grow">
        {title ? <p className={clsx('font-semibold', text)}>{title}</p> : null}
        {children ? <div className={clsx('text-pretty', title && 'mt-1')}>{children}</div> : null}
        {action ? <div className="mt-3">{action}</div> : null}
      </div>
    </div>
  )
}
