import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import type { Elements } from './elements.ts'
import { usePageTitle } from './page-title.ts'

type TitleBarProps = {
  title: string
  /** Whether controls take the place of the title, which is for screen readers then. */
  isTitleHidden?: boolean
  /** A line under the title, for phones. */
  under?: ReactElement | undefined
  /** Nothing moves into a second row. */
  isOneRow?: boolean
  className?: string | undefined
  /** The page's figures and controls. */
  children?: Elements
}

/** The one `h1` of a page with its controls, in one row of at most 56 px. */
export function TitleBar({
  title,
  isTitleHidden = false,
  under,
  isOneRow = false,
  className,
  children,
}: TitleBarProps) {
  const ref = usePageTitle(title)
  return (
    <div
      className={clsx('flex min-h-11 items-center gap-2 desk:min-h-9', !isOneRow && 'flex-wrap', className)}
    >
      <div className={isTitleHidden ? 'sr-only' : 'mr-3 min-w-0'}>
        <h1 ref={ref} tabIndex={-1} className={clsx('text-xl', under !== undefined && 'leading-6')}>
          {title}
        </h1>
        {under}
      </div>
      {children}
    </div>
  )
}
