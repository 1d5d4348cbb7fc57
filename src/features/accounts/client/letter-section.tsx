import { useMutation, useQuery } from '@tanstack/react-query'
import type { FaisVersion } from '#features/signing/api/fais-documents.ts'
import { PAPER_ONLY_LABEL, paperOnlyTexts } from '#features/documents/rules/paper-only.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { call, detailOr } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { formatFileSize } from '#base/client/ui/file-size.ts'
import { Section } from '#base/client/ui/section.tsx'
import { toast, UNDO_DURATION } from '#base/client/ui/toast-store.ts'
import { LetterField } from './letter-field.tsx'
import { useLetterUpload } from './letter-upload.ts'
import { notifyFailure } from './task-dialogs.tsx'
import type { UserRow } from './use-users.ts'

/** A manager's FAIS document: its versions, and a replacement. */
export function LetterSection({ user, onChanged }: { user: UserRow; onChanged: () => void }) {
  const params = { id: user.id }
  const versions = useQuery({
    ...queryFor('GET /api/system-admin/users/{id}/fais-documents', { params }),
    staleTime: 0,
  })
  const restore = useMutation({
    mutationFn: (body: { documentId: string; replaces: string }) =>
      call('PUT /api/system-admin/users/{id}/current-fais-document', { params, body }),
    onSuccess: () => {
      onChanged()
      void versions.refetch()
      toast({ title: 'FAIS Document Restored', description: 'Clients now get the earlier one again.' })
    },
    onError: (error) => notifyFailure(error, 'Failed to restore the FAIS document'),
  })
  /** Takes effect at once; if there was a document, the toast offers undo. */
  const replace = async (documentURL: string) => {
    const before = versions.data?.find(({ current }) => current)
    const { faisDocumentPath } = await register(params, documentURL)
    onChanged()
    const { data = [] } = await versions.refetch()
    const added = data.find(({ path }) => path === faisDocumentPath)
    const undo = before && added && { documentId: before.id, replaces: added.id }
    toast({
      title: 'FAIS Document Uploaded',
      description: added?.paperOnly
        ? `Clients will now get this one. ${paperOnlyTexts[added.paperOnly]}`
        : 'Clients will now get this one.',
      ...(undo && {
        duration: UNDO_DURATION,
        action: { label: 'Undo', onPress: () => restore.mutate(undo) },
      }),
    })
  }
  const letter = useLetterUpload(replace)
  return (
    <Section level={3} title="FAIS Document">
      <Versions versions={versions.data} failed={versions.isError} />
      <div className="mt-6">
        <LetterField
          label={versions.data?.length === 0 ? 'Upload the FAIS document' : 'Replace the FAIS document'}
          name="documentURL"
          letter={letter}
        />
      </div>
    </Section>
  )
}

async function register(params: { id: string }, documentURL: string): Promise<{ faisDocumentPath: string }> {
  try {
    return await call('PUT /api/system-admin/users/{id}/fais-document', { params, body: { documentURL } })
  } catch (error) {
    throw new Error(detailOr(error, 'Failed to upload FAIS document'), { cause: error })
  }
}

function Versions({ versions, failed }: { versions: readonly FaisVersion[] | undefined; failed: boolean }) {
  if (failed) return <p className="text-ink-soft">The versions couldn’t be loaded.</p>
  if (versions === undefined) return <p className="text-ink-soft">Loading...</p>
  if (versions.length === 0) return <p className="text-ink-soft">None yet.</p>
  return (
    <ol aria-label="Versions">
      {versions.map((version) => (
        <Version key={version.id} {...version} />
      ))}
    </ol>
  )
}

/** Identified by its SHA-256, which the audit log records when a client downloads it. */
function Version({ path, bytes, sha256, uploadedAt, uploadedBy, current, paperOnly }: FaisVersion) {
  const at = formatDateTime(new Date(uploadedAt))
  return (
    <li className="border-b border-hairline py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <a
          href={path.replace('/objects/', '/fais-documents/')}
          target="_blank"
          rel="noopener"
          className="text-link py-1"
        >
          <span>View</span>
          <span className="sr-only"> the version of</span>
          <span>{` ${at}`}</span>
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        {current ? <Badge tone="success">Current</Badge> : null}
        {paperOnly === null ? null : <Badge tone="warning">{PAPER_ONLY_LABEL}</Badge>}
      </div>
      {paperOnly === null ? null : <p className="text-sm">{paperOnlyTexts[paperOnly]}</p>}
      <p className="text-sm text-ink-soft">{`${uploadedBy === null ? '' : `By ${uploadedBy} · `}${formatFileSize(bytes)}`}</p>
      <p className="font-mono text-xs wrap-anywhere text-ink-soft">
        <span className="font-sans">SHA-256 </span>
        <span>{sha256}</span>
      </p>
    </li>
  )
}
