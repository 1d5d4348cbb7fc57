import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { MAX_DOWNLOADED, TOO_MANY_TO_DOWNLOAD } from '#domain/applications/review/bulk-acts.ts'
import { exportFormats, exportFormatLabels, type ExportFormat } from '#domain/applications/review/list.ts'
import { dayOf } from '#domain/time/dates.ts'
import { DownloadButton } from '#client/features/documents/download-button.tsx'
import { addressOf, detailOf } from '#client/shared/lib/api.ts'
import { saveFile } from '#client/shared/lib/download.ts'
import { readBlob, request } from '#client/shared/lib/request.ts'
import { given } from '#client/shared/lists/view.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { Desk } from '../desks.ts'
import type { ExportLinksProps } from '../list/export-links.tsx'
import type { ApplicationsView } from '../list/lists.ts'
import { applicationsText } from './bulk-words.ts'
import type { Ticks } from './use-ticks.ts'

type TakeAwayProps = {
  role: Desk['role']
  from: ExportLinksProps['from']
  ticks: Ticks
  view: ApplicationsView<string>
}

/** What is taken away of the rows that are ticked: as a list, and their documents. */
export function TakeAway({ role, ticks, ...list }: TakeAwayProps) {
  return (
    <>
      <ExportButtons ticks={ticks} {...list} />
      <DocumentsButton {...{ role, ticks }} />
    </>
  )
}

function ExportButtons({ from, ticks, view }: Omit<TakeAwayProps, 'role'>) {
  const exporting = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const response = await requestExport(from, format, { ticks, view })
      saveFile(await readBlob(response), `applications-${dayOf(new Date())}.${format}`)
      return Number(response.headers.get('x-total-count') ?? ticks.count)
    },
    onSuccess: (found) => {
      const left = ticks.count - found
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
          className="text-link py-2.5"
          onClick={() => exporting.mutate(format)}
        >
          <span className="sr-only">Export selection as </span>
          <span>{exportFormatLabels[format]}</span>
        </button>
      ))}
    </p>
  )
}

/** All that match are asked for as the list is; others by their ids, which no address has room for. */
function requestExport(
  from: TakeAwayProps['from'],
  format: ExportFormat,
  { ticks: { chosen }, view }: Pick<TakeAwayProps, 'ticks' | 'view'>,
): Promise<Response> {
  if (chosen === 'all') {
    return request(addressOf(from, undefined, { ...given(view), format }), { method: 'GET' })
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
} as const satisfies Record<Desk['role'], string>

/** So many are named in an address; where all that match are so few, all of them are loaded. */
function DocumentsButton({ role, ticks: { count, ids } }: Pick<TakeAwayProps, 'role' | 'ticks'>) {
  const words = { label: 'Download documents', children: 'Documents' }
  if (count > MAX_DOWNLOADED) {
    return (
      <Button
        size="small"
        tone="secondary"
        icon={<Download aria-hidden="true" className="size-4" />}
        aria-label={words.label}
        onClick={() =>
          toast({
            variant: 'destructive',
            title: 'Too Many Applications Chosen',
            description: TOO_MANY_TO_DOWNLOAD,
          })
        }
      >
        {words.children}
      </Button>
    )
  }
  return (
    <DownloadButton
      from={addressOf(archives[role], undefined, { ids: [...ids].join(',') })}
      name={`applications-${dayOf(new Date())}.zip`}
      {...words}
    />
  )
}
