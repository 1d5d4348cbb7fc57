import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ImportKind } from '#domain/imports/fields.ts'
import { call, detailOf } from '#client/shared/lib/api.ts'
import { callIdempotent } from '#client/shared/lib/call-idempotent.ts'
import { uploadFile } from '#client/shared/lib/upload-file.ts'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { Section } from '#client/ui/section.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { importApi } from './import-query.ts'
import { importsPath } from './import-texts.ts'

const MAX_BYTES = 10 * 1024 * 1024

const ACCEPTED = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv', '.txt'],
}

async function readFile(kind: ImportKind, file: File): Promise<string> {
  const { uploadURL } = await call(`POST ${importApi[kind]}/upload` as const, { body: { size: file.size } })
  await uploadFile(uploadURL, file)
  const [documentURL = ''] = uploadURL.split('?')
  const { id } = await callIdempotent(`POST ${importApi[kind]}` as const, {
    body: { documentURL, fileName: file.name.slice(0, 200) },
  })
  return id
}

const texts = {
  clients: {
    title: 'Import clients',
    description:
      'Export your clients from the old system as an Excel workbook (.xlsx) or a CSV file, with a row for each client. The file is encrypted, used for this import only, and erased 30 days after it.',
    label: 'File with clients',
    maxRows: '10 000',
  },
  staff: {
    title: 'Import staff',
    description:
      'Upload a list of wealth managers and admins as an Excel workbook (.xlsx) or a CSV file: email, name, role, and a phone number for clients. The file is encrypted, used for this import only, and erased 30 days after it.',
    label: 'File with staff',
    maxRows: '200',
  },
} as const

/** Chooses a file with clients or staff and has it read. */
export function UploadSection({ kind }: { kind: ImportKind }) {
  const [, navigate] = useLocation()
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES) throw new TooLargeError()
      return readFile(kind, file)
    },
    onSuccess: (id) => navigate(`${importsPath[kind]}?import=${id}`),
  })
  const { title, description, label, maxRows } = texts[kind]
  return (
    <Section
      title={title}
      description={description}
      action={
        <a href={`${importApi[kind]}/template`} download className="text-link py-2">
          Download a template
        </a>
      }
    >
      <FileDrop
        label={label}
        name="file"
        hint={`Excel (.xlsx) or CSV, at most 10 MB and ${maxRows} rows`}
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
    </Section>
  )
}

class TooLargeError extends Error {
  override name = 'TooLargeError'
}

function textOf(error: Error): string {
  return error instanceof TooLargeError ? 'This file is larger than 10 MB. Please split it.' : detailOf(error)
}
