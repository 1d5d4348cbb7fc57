import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { MAX_DOWNLOADED, TOO_MANY_TO_DOWNLOAD } from '#features/review/rules/bulk-acts.ts'
import { exportFormats, exportFormatLabels, type ExportFormat } from '#base/rules/api/list.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { DownloadButton } from '#features/documents/client/download-button.tsx'
import { addressOf, detailOf } from '#base/client/lib/api.ts'
import { saveFile } from '#base/client/lib/download.ts'
import { readBlob, request } from '#base/client/lib/request.ts'
import { nonEmpty } from '#base/client/lists/view.ts'
import { Button } from '#base/client/ui/button.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import type { Workspace } from '../workspaces.ts'
import type { ExportLinksProps } from '../list/export-links.tsx'
import type { ApplicationsView } from '../list/lists.ts'
import { applicationsText } from './bulk-texts.ts'
import type { Selection } from './use-selection.ts'

type ExportSelectionProps = {
  role: Workspace['role']
  from: ExportLinksProps['from']
  selection: Selection
  view: ApplicationsView<string>
}

/** Exports the selected rows as a list or downloads their documents. */
export function ExportSelection({ role, selection, ...list }: ExportSelectionProps) {
  return (
    <>
      <ExportButtons selection={selection} {...list} />
      <DocumentsButton {...{ role, selection }} />
    </>
  )
}

function ExportButtons({ from, selection, view }: Omit<ExportSelectionProps, 'role'>) {
  const exporting = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const response = await requestExport(from, format, { selection, view })
      saveFile(await readBlob(response), `applications-${dayOf(new Date())}.${format}`)
      return Number(response.headers.get('x-total-count') ?? selection.count)
    },
    onSuccess: (found) => {
      const left = selection.count - found
      if (left <= 0) return
      toast({
        title: 'Not all were exported',
        description: `The file has ${applicationsText(found)}. ${left} of those you chose ${left === 1 ? 'is' : 'are'} no longer in your list.`,
      })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Export Failed', description: detailOf(error) }),
  })
  return (
    <p className="flex items-center gap-x-3 text-sm">
      <Download aria-hidden="true" className="size-4 text-ink-soft" />
      <span className="text-ink-soft">Export</span>
      {exportFormats.map((format) => (
        <button
          key={format}
          type="button"
          className="text-link -my-1.5 py-2.5"
          onClick={() => exporting.mutate(format)}
        >
          <span className="sr-only">Export selection as </span>
          <span>{exportFormatLabels[format]}</span>
        </button>
      ))}
    </p>
  )
}

/** All matching rows are exported by filter, others by ids in the body, which would be too long for an address. */
function requestExport(
  from: ExportSelectionProps['from'],
  format: ExportFormat,
  { selection: { chosen }, view }: Pick<ExportSelectionProps, 'selection' | 'view'>,
): Promise<Response> {
  if (chosen === 'all') {
    return request(addressOf(from, undefined, { ...nonEmpty(view), format }), { method: 'GET' })
  }
  const { sort, direction } = view
  return request(from, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ format, sort, direction, ids: [...chosen] }),
  })
}

const archives = {
  admin: '/api/admin/application-archive',
  wealth_manager: '/api/wealth-manager/application-archive',
} as const satisfies Record<Workspace['role'], string>

/** The maximum number of ids in an address; if all that match are so few, all of them are loaded. */
function DocumentsButton({
  role,
  selection: { count, ids },
}: Pick<ExportSelectionProps, 'role' | 'selection'>) {
  const texts = { label: 'Download documents', children: 'Documents' }
  if (count > MAX_DOWNLOADED) {
    return (
      <Button
        size="small"
        tone="secondary"
        icon={<Download aria-hidden="true" className="size-4" />}
        aria-label={texts.label}
        onClick={() =>
          toast({
            variant: 'destructive',
            title: 'Too Many Applications Chosen',
            description: TOO_MANY_TO_DOWNLOAD,
          })
        }
      >
        {texts.children}
      </Button>
    )
  }
  return (
    <DownloadButton
      from={addressOf(archives[role], undefined, { ids: [...ids].join(',') })}
      name={`applications-${dayOf(new Date())}.zip`}
      {...texts}
    />
  )
}
