import { clsx } from 'clsx'
import { Check, Copy } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'

export type DefinitionRow = {
  label: string
  value: ReactNode
  /** The text that a Copy button beside the value puts on the clipboard. */
  copy?: string | undefined
  /** An amount: set in tabular figures at the right edge. */
  amount?: boolean
  /** A note under the row. */
  note?: string
  /** A control at the end of the row. */
  action?: ReactElement
  /** A sum: set apart by a line above. */
  total?: boolean
}

type DefinitionListProps = {
  rows: readonly DefinitionRow[]
  /** Values are aligned right, on the line of their label where both fit. */
  compact?: 'always' | 'phone' | undefined
  className?: string
}

/** Labels and their values, a line between each. */
export function DefinitionList({ rows, compact, className }: DefinitionListProps) {
  return (
    <dl className={className}>
      {rows.map((row) => (
        <div
          key={row.label}
          className={clsx(
            'border-b border-hairline py-2.5 last:border-b-0',
            compact === 'always' ? 'gap-x-4' : 'gap-x-6',
            compact === 'phone' && 'max-sm:flex max-sm:flex-wrap',
            // A label and its amount share a line only if neither has to break within a word.
            row.amount || compact === 'always'
              ? 'flex flex-wrap'
              : 'grid sm:grid-cols-[minmax(min(10rem,40%),2fr)_minmax(0,3fr)]',
            row.total && 'border-t-2 border-t-brass-line font-semibold',
          )}
        >
          <dt
            className={clsx(
              row.amount && 'min-w-0 flex-[1_1_min-content]',
              compact && 'grow',
              !row.total && 'text-ink-soft',
            )}
          >
            {row.label}
          </dt>
          <dd
            className={clsx(
              'flex min-w-0 items-start gap-2',
              row.amount && 'amounts ml-auto justify-end text-right',
              compact === 'phone' && 'max-sm:ml-auto max-sm:text-right',
              compact === 'always' && (row.copy ? '-mr-3 ml-auto' : 'ml-auto'),
            )}
          >
            <span
              // Not translated: a translator would reformat amounts and change what is copied.
              translate={row.amount || row.copy ? 'no' : undefined}
              className="min-w-0 wrap-anywhere"
            >
              {row.value}
            </span>
            {row.action}
            {row.copy ? <CopyButton text={row.copy} label={row.label} /> : null}
          </dd>
          {row.note ? (
            <dd className="col-span-full w-full text-sm text-pretty text-ink-soft">{row.note}</dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}

const COPIED_FOR_MS = 2_000

/** Copies a text to the clipboard and confirms it. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_FOR_MS)
  }
  return (
    <button
      type="button"
      aria-label={`Copy ${label}`}
      className="-my-2.5 flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
      onClick={() => void copy()}
    >
      {copied ? <Check className="size-4.5 text-success" /> : <Copy className="size-4.5" />}
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}
