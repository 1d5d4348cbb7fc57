import { ChevronLeft } from 'lucide-react'
import { Link, Redirect } from 'wouter'
import type { Elements } from './elements.ts'
import { TitleBar } from './title-bar.tsx'
import { useMinWidth } from './use-min-width.ts'

/** The width from which the index is beside the section, in `rem`. */
const MIN_WIDTH_OF_INDEX = 64
/** Rows of an index that fit a desk; a longer one shows the sections of the current entry alone. */
const MAX_ROWS = 16

/** A section in the index. */
export interface IndexEntry {
  label: string
  href: string
  isCurrent: boolean
  /** Whether something is missing in the section. */
  isMissing?: boolean
}

export type SideIndexProps = {
  /** The name of the whole: the index's name, its title on a phone, and the way back to it. */
  label: string
  entries: readonly IndexEntry[]
  /** Sections of the current entry, which have an index of their own. */
  under?: readonly IndexEntry[] | undefined
  /** The address of the index. */
  href: string
  /** Whether the open address names no section. */
  isIndex: boolean
  /** Whether the page has its title already. */
  hasTitle?: boolean
  /** The section. */
  children: Elements
}

/**
 * A page in sections with their index at the side; on a phone the index is the page. Its address opens the first
 * section where the index is beside it.
 */
export function SideIndex(props: SideIndexProps) {
  const { label, entries, under, href, isIndex, hasTitle = false, children } = props
  const isWide = useMinWidth(MIN_WIDTH_OF_INDEX)
  const whole = { label, href }
  const parent = under && entries.find(({ isCurrent }) => isCurrent)
  const isApart = !isWide || entries.length + (under?.length ?? 0) > MAX_ROWS
  const own = parent && isApart ? parent : whole
  const listed = own === parent ? (under ?? entries) : entries
  const [first] = under ?? entries
  if (isWide && isIndex && first !== undefined) return <Redirect to={first.href} replace />
  const showsIndex = isWide || isIndex
  const back = showsIndex ? own === parent && whole : own
  return (
    <div className="side-index" data-beside={isWide || undefined}>
      <nav key="index" aria-label={own.label}>
        {back ? (
          <Link href={back.href} className="text-link inline-flex min-h-11 items-center gap-1">
            <ChevronLeft aria-hidden="true" className="size-4" />
            <span>{back.label}</span>
          </Link>
        ) : null}
        {isWide || !isIndex || (hasTitle && own === whole) ? null : <TitleBar title={own.label} />}
        {showsIndex ? (
          <Entries entries={listed} under={own === parent || isIndex ? undefined : under} />
        ) : null}
      </nav>
      {isIndex ? null : (
        <div key="section" className="side-index-section">
          {children}
        </div>
      )}
    </div>
  )
}

type EntriesProps = Pick<SideIndexProps, 'entries' | 'under'>

/** The rows, and below the current one those of its sections. */
function Entries({ entries, under }: EntriesProps) {
  return (
    <ul>
      {entries.map(({ label, href, isCurrent, isMissing = false }) => (
        <li key={href}>
          <Link
            href={href}
            className="side-index-entry"
            aria-current={isCurrent && under === undefined ? 'page' : undefined}
          >
            <span>{label}</span>
            {isMissing ? <span className="side-index-mark">Missing</span> : null}
          </Link>
          {isCurrent && under !== undefined ? <Entries entries={under} /> : null}
        </li>
      ))}
    </ul>
  )
}
