import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ImportProgress } from '#features/imports/api/import-shapes.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { uploadFile } from '#base/client/lib/upload-file.ts'
import { paths } from '#base/client/paths.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { FileDrop } from '#base/client/ui/file-drop.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { useMayImport } from './import-query.ts'
import { stateBadges, summaryText } from './import-texts.ts'
import { StepTitle } from './step-title.tsx'

const MAX_BYTES = 10 * 1024 * 1024
const ACCEPTED = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv', '.txt'],
}

/** The first step: a file, and the last imports. */
export function FileStep() {
  const mayImport = useMayImport()
  return (
    <>
      <StepTitle step="File" />
      {mayImport ? <Upload /> : null}
      <p className="mt-2 mb-8 text-sm text-ink-soft text-pretty">
        Excel (.xlsx) or CSV, at most 10 MB and 10 000 rows. You see what happens to each row before anything
        is created, and no one is mailed.{' '}
        <a href="/api/admin/imports/template" download className="text-link">
          Download a template
        </a>
      </p>
      <LastImports />
    </>
  )
}

async function readFile(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new TooLargeError()
  const { uploadURL } = await call('POST /api/admin/imports/upload', { body: { size: file.size } })
  await uploadFile(uploadURL, file)
  const [documentURL = ''] = uploadURL.split('?')
  const { id } = await callIdempotent('POST /api/admin/imports', {
    body: { documentURL, fileName: file.name.slice(0, 200) },
  })
  return id
}

class TooLargeError extends Error {
  override name = 'TooLargeError'
}

function textOf(error: Error): string {
  return error instanceof TooLargeError ? 'This file is larger than 10 MB. Please split it.' : detailOf(error)
}

function Upload() {
  const [, navigate] = useLocation()
  const reading = useMutation({
    mutationFn: readFile,
    onSuccess: (id) => navigate(`${paths.imports}?import=${id}`),
  })
  return (
    <div>
      <FileDrop
        className="-mt-2"
        label={<span className="sr-only">File with clients</span>}
        name="file"
        accept={ACCEPTED}
        disabled={reading.isPending}
        error={reading.error === null ? undefined : textOf(reading.error)}
        onFiles={([file]) => file && reading.mutate(file)}
      />
      {reading.isPending ? (
        <div className="mt-3">
          <Spinner label="Reading the file..." />
        </div>
      ) : null}
    </div>
  )
}

const SHOWN = 5

function LastImports() {
  const [isWhole, setWhole] = useState(false)
  const list = useQuery({ ...queryFor('GET /api/admin/imports'), staleTime: 0 })
  const imports = list.data ?? []
  return (
    <Section title="Last imports">
      {list.isPending ? <Spinner label="Loading imports..." /> : null}
      {list.isError ? (
        <LoadFailure onRetry={() => void list.refetch()}>The imports couldn’t be loaded.</LoadFailure>
      ) : null}
      {list.isSuccess && imports.length === 0 ? (
        <p className="text-ink-soft">Nothing has been imported yet.</p>
      ) : null}
      <Imports imports={isWhole ? imports : imports.slice(0, SHOWN)} />
      {imports.length > SHOWN && !isWhole ? (
        <Button tone="quiet" size="small" className="mt-2" onClick={() => setWhole(true)}>
          {`Show all ${imports.length}`}
        </Button>
      ) : null}
    </Section>
  )
}

function Imports({ imports }: { imports: readonly ImportProgress[] }) {
  if (imports.length === 0) return null
  return (
    <ul aria-label="Last imports" className="border-t border-hairline">
      {imports.map((each) => (
        <li
          key={each.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline py-2"
        >
          <Link
            href={`${paths.imports}?import=${each.id}`}
            className="text-link py-1 font-semibold wrap-anywhere"
          >
            {each.fileName}
          </Link>
          <Badge tone={stateBadges[each.state].tone}>{stateBadges[each.state].label}</Badge>
          <span>{summaryText(each)}</span>
          <span className="text-sm text-ink-soft">
            {`${each.createdByName}, ${formatDateTime(new Date(each.createdAt))}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
