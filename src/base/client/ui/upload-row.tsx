import { clsx } from 'clsx'
import { Eye, Hourglass, Lock, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatFileSize } from './file-size.ts'
import { AlertIcon, CheckIcon } from './icons.tsx'
import { IconButton } from './icon-button.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Thumbnail } from './thumbnail.tsx'
import type { Elements } from './elements.ts'

export type UploadState =
  | 'queued'
  | 'uploading'
  | 'checking'
  | 'scanning'
  | 'locked'
  | 'done'
  | 'failed'
  | 'deleted'

export type UploadRowProps = {
  name: string
  /** The URL of a thumbnail. */
  thumbnail?: string | undefined
  /** In bytes, where known. */
  size?: number | undefined
  state: UploadState
  /** While uploading, from 0 to 100. */
  percent?: number
  /** Why it failed, or how the file was changed. */
  message?: ReactNode
  /** Questions about the file, below it. */
  children?: Elements
  onCancel?: (() => void) | undefined
  onRetry?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  onPreview?: (() => void) | undefined
}

/** An uploading or uploaded file, as an item of a `ul`, below a `TooltipProvider`. */
export function UploadRow(props: UploadRowProps) {
  const { name, thumbnail, size, state, percent = 0, message, children } = props
  return (
    <li className="border-b border-hairline py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3">
        <Thumbnail src={thumbnail} />
        <div className="min-w-0 flex-[1_1_7rem] py-1">
          <p translate="no" className="wrap-anywhere">
            {name}
          </p>
          <p className="amounts flex items-center gap-1.5 text-sm text-ink-soft">
            <StateWord state={state} percent={percent} />
            {size === undefined ? null : <span>{`· ${formatFileSize(size)}`}</span>}
          </p>
        </div>
        <Actions {...props} />
      </div>
      {state === 'uploading' ? (
        <ProgressBar percent={percent} label={`Uploading ${name}`} className="mb-1" />
      ) : null}
      {message ? (
        <p className={clsx('pb-1 pl-14 text-sm', isBad(state) ? 'text-danger' : 'text-ink-soft')}>
          {message}
        </p>
      ) : null}
      {children}
    </li>
  )
}

function HourglassIcon({ className }: { className: string }) {
  return <Hourglass aria-hidden="true" className={clsx('shrink-0', className)} />
}

function LockIcon({ className }: { className: string }) {
  return <Lock aria-hidden="true" className={clsx('shrink-0', className)} />
}

function isBad(state: UploadState): boolean {
  return state === 'failed' || state === 'deleted'
}

const STATES = {
  checking: { word: 'Checking...', Icon: HourglassIcon, className: 'text-ink-soft' },
  scanning: { word: 'Uploaded, being checked for viruses', Icon: HourglassIcon, className: 'text-ink-soft' },
  locked: { word: 'Password needed', Icon: LockIcon, className: 'font-semibold text-warning' },
  done: { word: 'Uploaded', Icon: CheckIcon, className: 'font-semibold text-success' },
  failed: { word: 'Not uploaded', Icon: AlertIcon, className: 'font-semibold text-danger' },
  deleted: { word: 'Deleted', Icon: AlertIcon, className: 'font-semibold text-danger' },
} as const

function StateWord({ state, percent }: { state: UploadState; percent: number }) {
  if (state === 'queued') return <span>Waiting</span>
  if (state === 'uploading') return <span>{`Uploading ${Math.round(percent)}%`}</span>
  const { word, Icon, className } = STATES[state]
  return (
    <span className={clsx('flex items-center gap-1.5', className)}>
      <Icon className="size-4.5" />
      <span>{word}</span>
    </span>
  )
}

function Actions({ name, state, onCancel, onRetry, onRemove, onPreview }: UploadRowProps) {
  const moving = state === 'queued' || state === 'uploading' || state === 'checking'
  return (
    <div className="ml-auto flex shrink-0">
      {state === 'done' && onPreview ? (
        <IconButton label={`Preview ${name}`} onPress={onPreview} Icon={Eye} />
      ) : null}
      {state === 'failed' && onRetry ? (
        <IconButton label={`Retry ${name}`} onPress={onRetry} Icon={RotateCw} />
      ) : null}
      {moving && onCancel ? <IconButton label={`Cancel ${name}`} onPress={onCancel} Icon={X} /> : null}
      {!moving && onRemove ? <IconButton label={`Remove ${name}`} onPress={onRemove} Icon={X} /> : null}
    </div>
  )
}
