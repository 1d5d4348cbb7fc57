import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call, detailOf } from '#base/client/lib/api.ts'
import { callIdempotent } from '#base/client/lib/call-idempotent.ts'
import { uploadFile } from '#base/client/lib/upload-file.ts'
import { paths } from '#base/client/paths.ts'
import { FileDrop } from '#base/client/ui/file-drop.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'

const MAX_BYTES = 10 * 1024 * 1024

const ACCEPTED = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv', '.txt'],
}

async function readFile(file: File): Promise<string> {
  const { uploadURL } = await call('POST /api/admin/imports/upload', { body: { size: file.size } })
  await uploadFile(uploadURL, file)
  const [documentURL = ''] = uploadURL.split('?')
  const { id } = await callIdempotent('POST /api/admin/imports', {
    body: { documentURL, fileName: file.name.slice(0, 200) },
  })
  return id
}

/** Chooses a file with clients and has it read. */
export function UploadSection() {
  const [, navigate] = useLocation()
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES) throw new TooLargeError()
      return readFile(file)
    },
    onSuccess: (id) => navigate(`${paths.imports}?import=${id}`),
  })
  return (
    <Section
      title="Import clients"
      description="Export your clients from the old system as an Excel workbook (.xlsx) or a CSV file, with a row for each client. The file is encrypted, used for this import only, and erased 30 days after it."
      action={
        <a href={'/api/admin/imports/template'} download className="text-link py-2">
          Download a template
        </a>
      }
    >
      <FileDrop
        label="File with clients"
        name="file"
        hint={`Excel (.xlsx) or CSV, at most 10 MB and 10 000 rows`}
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
