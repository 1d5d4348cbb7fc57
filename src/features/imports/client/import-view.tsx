import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { call } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { DoneStep } from './done-step.tsx'
import { useImport, useMayImport } from './import-query.ts'
import { StepTitle } from './step-title.tsx'

/** One import, from its columns to its result. */
export function ImportView({ id }: { id: string }) {
  const query = useImport(id)
  if (query.data !== undefined) return <Loaded detail={query.data} />
  return (
    <>
      <StepTitle step="Columns" lead={<OtherFile />} />
      {query.isError ? (
        <LoadFailure onRetry={() => void query.refetch()}>The import couldn’t be loaded.</LoadFailure>
      ) : (
        <Spinner label="Loading the import..." />
      )}
    </>
  )
}

function Loaded({ detail }: { detail: ImportDetail }) {
  const [isMatching, setMatching] = useState(false)
  const mayImport = useMayImport()
  const { state } = detail
  const isOpen = state === 'read' || state === 'checked'
  if (!isOpen) return <DoneStep detail={detail} />
  return (
    <>
      {mayImport && (state === 'read' || isMatching) ? (
        <ColumnsStep
          // Another reading has other columns.
          key={JSON.stringify(detail.reading)}
          detail={detail}
          onChecked={() => setMatching(false)}
        />
      ) : (
        <CheckStep detail={detail} onColumns={mayImport ? () => setMatching(true) : undefined} />
      )}
      <p className="mt-8 flex flex-wrap items-center gap-x-4">
        <OtherFile />
        {mayImport ? <DiscardButton id={detail.id} /> : null}
      </p>
    </>
  )
}

function OtherFile() {
  return (
    <Link href={paths.imports} className="text-link inline-block py-2.5">
      Back to all imports
    </Link>
  )
}

function DiscardButton({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const [isPending, setPending] = useState(false)
  const discard = async () => {
    setPending(true)
    try {
      await call('DELETE /api/admin/imports/{id}', { params: { id } })
      navigate(paths.imports)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      tone="quiet"
      size="small"
      pending={isPending}
      pendingLabel="Discarding..."
      onClick={() => void discard()}
    >
      Discard this file
    </Button>
  )
}
