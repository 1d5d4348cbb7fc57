import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ImportDetail, ImportRow } from '#features/imports/api/import-shapes.ts'
import { problemText } from '#features/imports/rules/problems.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { call } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { CorrectCell } from './correct-cell.tsx'
import { ForceDialog } from './force-dialog.tsx'
import { useImportChange } from './import-query.ts'
import { outcomeBadges } from './import-texts.ts'

const PAGE = 100

type Props = {
  detail: ImportDetail
  /** Only rows that this cause decides about. */
  cause?: ImportDetail['causes'][number]
  /** Only clients that an undo left. */
  retained?: boolean
  /** Only clients who were not invited yet. */
  notInvited?: boolean
  /** Returns to the columns. */
  onColumns?: (() => void) | undefined
}

/** The rows of an import, 100 at a time. */
export function ImportRows({ detail, cause, retained = false, notInvited = false, onColumns }: Props) {
  const { id, state, causes } = detail
  const filter = {
    ...(cause && { verdict: cause.verdict, cause: cause.code, ...(cause.field && { field: cause.field }) }),
    ...(retained && { retained: '1' as const }),
    ...(notInvited && { notInvited: '1' as const }),
  }
  const rows = useInfiniteQuery({
    queryKey: ['import rows', id, JSON.stringify(filter), state, JSON.stringify(causes), detail.notInvited],
    initialPageParam: 0,
    // Rows stay while they are read again after a correction.
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/admin/imports/{id}/rows', {
        params: { id },
        query: { after: pageParam, ...filter },
        signal,
      }),
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.row),
  })
  const found = rows.data?.pages.flat() ?? []
  return (
    <>
      {rows.isPending ? <Spinner label="Loading rows..." /> : null}
      {rows.isError ? (
        <LoadFailure onRetry={() => void rows.refetch()}>The rows couldn’t be loaded.</LoadFailure>
      ) : null}
      {rows.isSuccess && found.length === 0 ? <p className="text-ink-soft">No rows.</p> : null}
      {found.length === 0 ? null : (
        <ul aria-label="Rows of the file" className="border-t border-hairline sm:pl-4">
          {found.map((row) => (
            <RowItem
              key={row.row}
              importId={id}
              isOpen={state === 'checked'}
              {...{ row, cause, onColumns }}
            />
          ))}
        </ul>
      )}
      {rows.hasNextPage ? (
        <Button
          tone="secondary"
          className="my-4"
          pending={rows.isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void rows.fetchNextPage()}
        >
          Show 100 more
        </Button>
      ) : null}
    </>
  )
}

type RowProps = Pick<Props, 'onColumns' | 'cause'> & { row: ImportRow; importId: string; isOpen: boolean }

function RowItem({ row, cause, importId, isOpen, onColumns }: RowProps) {
  const { problems, existingId, applicationId, retained, outcome } = row
  return (
    <li className="grid items-baseline gap-x-6 gap-y-1 border-b border-hairline py-2 last:border-b-0 sm:grid-cols-[5rem_minmax(0,2fr)_minmax(0,3fr)]">
      <p className="text-sm text-ink-soft">{`Row ${row.row}${row.hidden ? ', hidden' : ''}`}</p>
      <p className="min-w-0 wrap-anywhere">
        {applicationId === null ? (
          <span>{row.name ?? 'No name'}</span>
        ) : (
          <Link href={`${paths.adminReview}?application=${applicationId}`} className="text-link py-1">
            {row.name ?? 'No name'}
          </Link>
        )}
        <span className="block text-sm text-ink-soft">{row.email}</span>
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4">
        {outcome === null ? null : (
          <Badge tone={outcomeBadges[outcome].tone}>{outcomeBadges[outcome].label}</Badge>
        )}
        <ul className="text-sm text-pretty">
          {problems.map((problem) => (
            <li key={`${problem.code} ${problem.field}`}>
              <span>
                {problem.code === cause?.code && problem.field === cause.field
                  ? earlierText(problem)
                  : problemText(problem)}
              </span>
              {isOpen ? <Correction {...{ problem, row, importId, onColumns }} /> : null}
            </li>
          ))}
        </ul>
        {retained === null ? null : <p className="mt-1 text-sm">Kept</p>}
        {existingId === null ? null : (
          <Link href={`${paths.adminReview}?application=${existingId}`} className="text-link py-2 text-sm">
            Open the existing client
          </Link>
        )}
        {isOpen && isSameNumber(row) ? <ForceButton importId={importId} row={row.row} /> : null}
        {isOpen && cause !== undefined ? <LeaveOutButton {...{ importId, row }} /> : null}
      </div>
    </li>
  )
}

/** The heading of the list says the rest. */
function earlierText({ earlier }: ImportRow['problems'][number]): string {
  return earlier === undefined ? '' : `See row ${earlier}.`
}

type CorrectionProps = Pick<RowProps, 'row' | 'importId' | 'onColumns'> & {
  problem: ImportRow['problems'][number]
}

/** A cell is corrected in place; a value that means a status or a manager, for all rows that have it. */
function Correction({ problem: { code, cell }, row, importId, onColumns }: CorrectionProps) {
  if (!useMay('clients.import') || cell === null) return null
  if (code === 'manager-unknown' || code === 'status-unknown') {
    return (
      <>
        <span translate="no"> {`“${cell.text}” `}</span>
        {onColumns === undefined ? null : (
          <button type="button" className="text-link" onClick={onColumns}>
            Match it under Columns
          </button>
        )}
      </>
    )
  }
  return <CorrectCell {...{ importId, row: row.row, cell }} />
}

function isSameNumber({ verdict, problems }: ImportRow): boolean {
  return verdict === 'skip' && problems[0]?.code === 'same-id-number'
}

/** Leaves a row out, or puts it back. */
function LeaveOutButton({
  importId: id,
  row: { row, verdict, problems },
}: {
  importId: string
  row: ImportRow
}) {
  const isOut = problems[0]?.code === 'left-out'
  const change = useImportChange(id, () =>
    call('PUT /api/admin/imports/{id}/left-out', { params: { id }, body: { leftOut: !isOut, row } }),
  )
  if (!useMay('clients.import') || (verdict === 'skip' && !isOut)) return null
  return (
    <Button
      tone="quiet"
      size="small"
      className="-ml-4"
      pending={change.isPending}
      pendingLabel="Saving..."
      onClick={() => change.mutate(undefined)}
    >
      <span>{isOut ? 'Put back' : 'Leave out'}</span>
      <span className="sr-only">{` row ${row}`}</span>
    </Button>
  )
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
