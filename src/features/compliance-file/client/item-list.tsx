import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import type { Item, Items } from './use-items.ts'

type ItemListProps = { items: Items; chosen: Item | undefined }

/** Everything to decide, in groups. What others change is shown when the reader asks for it. */
export function ItemList({ items, chosen }: ItemListProps) {
  const { groups, isLoading, hasFailed, retry, changes, showChanges } = items
  return (
    <nav aria-label="To decide" className="item-list">
      {changes === 0 ? null : (
        <p role="status" className="flex items-center gap-x-2 px-3 text-xs text-brass">
          <span>{`${changes} changed`}</span>
          <Button size="small" tone="quiet" onClick={showChanges}>
            Show
          </Button>
        </p>
      )}
      {groups.map(({ label, items: rows, total, showMore }) => (
        <section key={label} aria-label={label}>
          <h2 className="item-list-head">
            <span>{label}</span>
            <span className="tabular-nums">{total.toLocaleString('en-ZA')}</span>
          </h2>
          <ul>
            {rows.map((item) => (
              <Row key={item.name} item={item} isChosen={item.name === chosen?.name} />
            ))}
          </ul>
          {showMore === null ? null : (
            <Button size="small" tone="quiet" className="mx-1" onClick={showMore}>
              Show more
            </Button>
          )}
        </section>
      ))}
      {isLoading ? (
        <div className="px-4">
          <TableSkeleton label="Loading what is to be decided..." rows={groups.length === 0 ? 6 : 1} />
        </div>
      ) : null}
      {hasFailed ? (
        <LoadFailure className="mt-4" title="Not everything could be loaded" onRetry={retry}>
          There may be more to decide than is shown here.
        </LoadFailure>
      ) : null}
    </nav>
  )
}

function Row({ item, isChosen }: { item: Item; isChosen: boolean }) {
  const { name, title, why, mark, isStrong } = item
  const row = useRef<HTMLLIElement>(null)
  const wasChosen = useRef(isChosen)
  useEffect(() => {
    // Not the first one of a page that has just opened: its heading stays in sight.
    if (isChosen && !wasChosen.current) row.current?.scrollIntoView({ block: 'nearest' })
    wasChosen.current = isChosen
  }, [isChosen])
  return (
    <li ref={row} className="border-t border-hairline">
      <Link
        href={`${paths.compliance}?item=${name}`}
        aria-current={isChosen ? 'true' : undefined}
        className="item-row"
      >
        <span className="text-sm font-semibold wrap-anywhere">{title}</span>
        <span className={clsx('text-xs leading-6', isStrong ? 'font-semibold text-danger' : 'text-ink-soft')}>
          {mark}
        </span>
        <span className="col-span-full text-xs text-ink-soft wrap-anywhere">{why}</span>
      </Link>
    </li>
  )
}
