import { useState } from 'react'
import { DownloadButton } from '#features/documents/client/download-button.tsx'
import { Allowed } from '#features/access/client/use-may.tsx'
import { addressOf } from '#base/client/lib/api.ts'
import { Section } from '#base/client/ui/section.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'

/** Downloads what an inspector asks about one client. */
export function InspectorFileButton({ applicationId }: { applicationId: string }) {
  return (
    <Allowed to="inspector-file.download">
      <DownloadButton
        className="mt-6"
        from={addressOf('/api/admin/applications/{id}/inspector-file', { id: applicationId })}
        name={`inspector-file-${applicationId}.zip`}
      >
        Download inspector’s file
      </DownloadButton>
    </Allowed>
  )
}

/** Downloads the inspector's files of all clients who were onboarded in a period. */
export function InspectorFiles() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const isPeriod = from !== '' && to !== '' && from <= to
  return (
    <Allowed to="inspector-file.download">
      <Section
        title="Inspector’s files"
        className="mt-10"
        description="All clients onboarded in a period, each with who verified what, declarations, ratings, approvals, documents and the audit proof. Choose the first and the last day to download them. The download is recorded for each client."
      >
        <div className="flex flex-wrap items-end gap-4">
          <TextInput
            label="First day"
            name="from"
            type="date"
            width="medium"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextInput
            label="Last day"
            name="to"
            type="date"
            width="medium"
            value={to}
            onChange={({ target }) => setTo(target.value)}
            error={from !== '' && to !== '' && from > to ? 'Please choose a day after the first' : undefined}
          />
          {isPeriod ? (
            <DownloadButton
              from={addressOf('/api/admin/inspector-files', {}, { from, to })}
              name={`inspector-files-${from}-to-${to}.zip`}
            >
              Download
            </DownloadButton>
          ) : null}
        </div>
      </Section>
    </Allowed>
  )
}
