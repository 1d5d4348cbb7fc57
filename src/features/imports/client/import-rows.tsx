import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ImportDetail, ImportRow } from '#features/imports/api/imports.ts'
import { problemText, type Verdict } from '#features/imports/rules/problems.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { call } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { Badge, type BadgeTone } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { ForceDialog } from './force-dialog.tsx'
import { outcomeBadges, verdictLabels } from './import-texts.ts'

const PAGE = 100

const tones: Readonly<Record<Verdict, BadgeTone>> = {
  create: 'success',
  warning: 'warning',
  skip: 'neutral',
  error: 'danger',
}

type Props = {
  detail: ImportDetail
  /** Only rows with this verdict. */
  filter?: Verdict | null
  /** Only clients that an undo left. */
  retained?: boolean
}

/** The rows of an import, 100 at a time. */
export function ImportRows({ detail, filter = null, retained = false }: Props) {
  const { id, state, figures } = detail
  const rows = useInfiniteQuery({
    queryKey: ['import rows', id, filter, retained, state, JSON.stringify(figures)],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/admin/imports/{id}/rows', {
        params: { id },
        query: { after: pageParam, ...(filter && { verdict: filter }), ...(retained && { retained: '1' }) },
        signal,
      }),
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.row),
  })
  const found = rows.data?.pages.flat() ?? []
  return (
    <Section title={filter === null ? 'Rows' : `Rows: ${verdictLabels[filter]}`} level={3}>
      {rows.isPending ? <Spinner label="Loading rows..." /> : null}
      {rows.isError ? (
        <LoadFailure onRetry={() => void rows.refetch()}>The rows couldn’t be loaded.</LoadFailure>
      ) : null}
      {rows.isSuccess && found.length === 0 ? <p className="text-ink-soft">No rows.</p> : null}
      {found.length === 0 ? null : (
        <ul aria-label="Rows of the file" className="border-t border-hairline">
          {found.map((row) => (
            <RowItem key={row.row} row={row} importId={id} isOpen={state === 'checked'} />
          ))}
        </ul>
      )}
      {rows.hasNextPage ? (
        <Button
          tone="secondary"
          className="mt-4"
          pending={rows.isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void rows.fetchNextPage()}
        >
          Show 100 more
        </Button>
      ) : null}
    </Section>
  )
}

function RowItem({ row, importId, isOpen }: { row: ImportRow; importId: string; isOpen: boolean }) {
  const { problems, existingId, applicationId, retained } = row
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-hairline py-3 sm:grid-cols-[5rem_minmax(0,2fr)_minmax(0,3fr)]">
      <p className="text-sm text-ink-soft">{`Row ${row.row}${row.hidden ? ', hidden' : ''}`}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {applicationId === null ? (
            (row.name ?? 'No name')
          ) : (
            <Link href={`${paths.adminReview}?application=${applicationId}`} className="text-link py-1">
              {row.name ?? 'No name'}
            </Link>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">{row.email}</p>
      </div>
      <div className="min-w-0">
        <RowBadge row={row} />
        {problems.length === 0 ? null : (
          <ul className="mt-1 text-sm text-pretty">
            {problems.map((problem) => (
              <li key={`${problem.code} ${problem.field}`}>{problemText(problem)}</li>
            ))}
          </ul>
        )}
        {retained === null ? null : <p className="mt-1 text-sm">Kept</p>}
        <p className="flex flex-wrap items-center gap-x-4">
          {existingId === null ? null : (
            <Link href={`${paths.adminReview}?application=${existingId}`} className="text-link py-2 text-sm">
              Open the existing client
            </Link>
          )}
          {isOpen && isSameNumber(row) ? <ForceButton importId={importId} row={row.row} /> : null}
        </p>
      </div>
    </li>
  )
}

/** What was done with a row, or what will be. */
function RowBadge({ row: { verdict, outcome } }: { row: ImportRow }) {
  if (outcome !== null) {
    const { label, tone } = outcomeBadges[outcome]
    return <Badge tone={tone}>{label}</Badge>
  }
  return verdict === null ? null : (
    <Badge tone={tones[verdict]}>{verdict === 'error' ? 'Error' : verdictLabels[verdict]}</Badge>
  )
}

function isSameNumber({ verdict, problems }: ImportRow): boolean {
  return verdict === 'skip' && problems[0]?.code === 'same-id-number'
}

function ForceButton({ importId, row }: { importId: string; row: number }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMay('clients.import')) return null
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setOpen(true)}>
        Import all the same
      </Button>
      {isOpen ? <ForceDialog {...{ importId, row }} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
