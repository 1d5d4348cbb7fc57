import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { AlertTriangle, Check, CircleAlert, Loader } from 'lucide-react'
import { Link } from 'wouter'
import { useMay } from '#features/access/client/use-may.tsx'
import { paths } from '#base/client/paths.ts'
import { listsQuery } from './load-form.tsx'
import { screeningText, type ScreeningText } from './screening-text.ts'

const AGAIN_MS = 30_000

const marks = {
  success: { Icon: Check, text: 'text-success' },
  neutral: { Icon: Loader, text: 'text-ink-soft' },
  warning: { Icon: AlertTriangle, text: 'text-warning' },
  danger: { Icon: CircleAlert, text: 'text-danger' },
} as const satisfies Record<ScreeningText['tone'], object>

/** The state of screening, refetched while clients are compared; undefined while loading, null where that failed. */
export function useScreeningText(): ScreeningText | null | undefined {
  const { data, dataUpdatedAt, isError } = useQuery({
    ...listsQuery,
    refetchInterval: ({ state: { data: lists } }) =>
      lists !== undefined && screeningText(lists, new Date()).tone === 'neutral' ? AGAIN_MS : false,
  })
  if (data === undefined) return isError ? null : undefined
  return screeningText(data, new Date(dataUpdatedAt))
}

/** The state of screening in one line. */
export function ScreeningLine({
  state,
  className,
}: {
  state: ScreeningText | null | undefined
  className?: string
}) {
  const may = useMay('lists.manage')
  if (state === undefined) return <p className={className}>Loading the state of screening...</p>
  if (state === null) {
    return <p className={clsx('text-danger', className)}>The state of screening couldn’t be loaded</p>
  }
  const { Icon, text } = marks[state.tone]
  return (
    <p className={clsx('flex min-w-0 flex-wrap items-center gap-x-2', text, className)}>
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="min-w-0">
        <span className="max-lg:hidden">{state.text}</span>
        <span className="lg:hidden">{state.short}</span>
      </span>
      {state.needsList ? (
        <Link href={paths.sanctionsLists} className="text-link ml-2 py-2.5 font-semibold">
          {may ? 'Load the list' : 'Sanctions lists'}
        </Link>
      ) : null}
    </p>
  )
}
