import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ImportDetail } from '#features/imports/api/imports.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { call } from '#base/client/lib/api.ts'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { useImport, useMayImport } from './import-query.ts'
import { MappingSection } from './mapping-section.tsx'
import { PreviewSection } from './preview-section.tsx'
import { ReadingSection } from './reading-section.tsx'
import { ResultSection } from './result-section.tsx'

/** One import, from matching its columns to its result. */
export function ImportView({ id }: { id: string }) {
  const query = useImport(id)
  return (
    <>
      <Link href={paths.imports} className="text-link inline-block py-2.5">
        Back to Imports
      </Link>
      {query.data === undefined ? (
        <>
          <PageHeading eyebrow="Admin" title="Import" className="mt-2" />
          {query.isError ? (
            <LoadFailure onRetry={() => void query.refetch()}>The import couldn’t be loaded.</LoadFailure>
          ) : (
            <Spinner label="Loading the import..." />
          )}
        </>
      ) : (
        <Loaded detail={query.data} />
      )}
    </>
  )
}

function Loaded({ detail }: { detail: ImportDetail }) {
  const [isMatching, setMatching] = useState(false)
  const mayImport = useMayImport()
  const { state, fileName, createdAt, createdByName } = detail
  const isOpen = state === 'read' || state === 'checked'
  const matches = mayImport && (state === 'read' || (state === 'checked' && isMatching))
  return (
    <>
      <PageHeading
        eyebrow="Import"
        title={fileName}
        lead={`Uploaded by ${createdByName} on ${formatDateTime(new Date(createdAt))}.`}
        className="mt-2 wrap-anywhere"
      />
      <div className="flex flex-col gap-10">
        {matches ? (
          <>
            <ReadingSection detail={detail} />
            <MappingSection
              // Another reading has other columns.
              key={JSON.stringify(detail.reading)}
              detail={detail}
              onChecked={() => setMatching(false)}
            />
          </>
        ) : null}
        {state === 'checked' && !matches ? (
          <PreviewSection detail={detail} onMatch={() => setMatching(true)} />
        ) : null}
        {isOpen ? null : <ResultSection detail={detail} />}
        {isOpen && mayImport ? <DiscardButton id={detail.id} /> : null}
      </div>
    </>
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
    <div>
      <Button
        tone="secondary"
        size="small"
        pending={isPending}
        pendingLabel="Discarding..."
        onClick={() => void discard()}
      >
        Discard this file
      </Button>
    </div>
  )
}
