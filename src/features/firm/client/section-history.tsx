import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { etagOf } from '#base/rules/api/etag.ts'
import type { FirmSectionState, FirmVersionState } from '#features/firm/api.ts'
import { readableLetter } from '#features/brand/rules/letter/markup.ts'
import { fieldsOf } from '#features/brand/rules/sections.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Button } from '#base/client/ui/button.tsx'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { useSaved } from './use-firm.ts'

/** The versions of a section, the latest first, and returning to an earlier one. */
export function SectionVersions({
  section,
  title,
  level: Heading = 'h3',
}: {
  section: FirmSectionState
  title?: string
  level?: 'h2' | 'h3'
}) {
  return (
    <div className="mt-4 text-sm">
      {title === undefined ? null : <Heading className="text-lg">{title}</Heading>}
      {section.lastChange === null ? (
        <p className="text-ink-soft">Nothing was changed yet.</p>
      ) : (
        <Versions section={section} />
      )}
    </div>
  )
}

function changeText({
  version,
  changedBy,
  changedAt,
}: Pick<FirmVersionState, 'version' | 'changedBy' | 'changedAt'>) {
  return `Version ${version}, ${formatDateTime(new Date(changedAt))}, ${changedBy ?? 'a former user'}`
}

function Versions({ section }: { section: FirmSectionState }) {
  const versions = useQuery({
    ...queryFor('GET /api/firm/settings/{section}/versions', { params: { section: section.id } }),
    staleTime: 0,
  })
  const [chosen, setChosen] = useState<FirmVersionState | null>(null)
  if (versions.isPending) return <Spinner label="Loading earlier versions..." />
  if (versions.data === undefined)
    return <LoadFailure onRetry={() => void versions.refetch()}>{detailOf(versions.error)}</LoadFailure>
  const fields = fieldsOf(section.id)
  return (
    <>
      <ol className="mt-2">
        {versions.data.map((version, index) => (
          <li
            key={version.version}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline py-2"
          >
            <div className="min-w-0">
              <p>{changeText(version)}</p>
              <ul className="text-ink-soft">
                {version.fields.map((name) => (
                  <li key={name} className="wrap-anywhere">
                    {`${fields[name]?.label ?? name}: ${readableLetter(version.values[name] ?? 'Default')}`}
                  </li>
                ))}
              </ul>
            </div>
            {index === 0 ? null : (
              <Button
                tone="secondary"
                size="small"
                aria-label={`Restore version ${version.version}`}
                onClick={() => setChosen(version)}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
      {chosen === null ? null : (
        <RestoreDialog {...{ section }} version={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  )
}

function RestoreDialog({
  section: { id, version: current },
  version,
  onClose,
}: {
  section: FirmSectionState
  version: FirmVersionState
  onClose: () => void
}) {
  const [pending, setPending] = useState(false)
  const [password, setPassword] = useState('')
  const saved = useSaved()
  const restore = async () => {
    setPending(true)
    try {
      const body = {
        version: version.version,
        ...(id === 'signIn' && { proof: { by: 'password' as const, password } }),
      }
      await saved(
        await call('POST /api/firm/settings/{section}/restore', {
          params: { section: id },
          body,
          ifMatch: etagOf({ id, version: current }),
        }),
      )
      toast({ title: 'Restored', description: `Version ${version.version} applies again.` })
      onClose()
    } catch (error) {
      toast({ variant: 'destructive', title: 'Not restored', description: detailOf(error) })
      setPending(false)
    }
  }
  return (
    <FormDialog
      title={`Restore version ${version.version}?`}
      description="All fields of this section return to that version. It is stored as a new version."
      submitLabel="Restore"
      pendingLabel="Restoring..."
      {...{ pending }}
      onSubmit={() => void restore()}
      onCancel={onClose}
    >
      {id === 'signIn' ? (
        <TextInput
          label="Your password"
          name="restorePassword"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
    </FormDialog>
  )
}
