import { useMutation } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { documentKinds, inMegabytes } from '#features/applications/rules/documents/kinds.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { FileDrop } from '#base/client/ui/file-drop.tsx'
import { IconButton } from '#base/client/ui/icon-button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { openPhotos } from './open-photos.ts'
import { moved, turned, without, type PhotoPage, type Quarters } from './page-list.ts'

export type PagesDialogProps = {
  kind: ClientKind
  pages: readonly PhotoPage[]
  onPages: (change: (pages: readonly PhotoPage[]) => readonly PhotoPage[]) => void
  onClose: () => void
  onFile: (file: File) => void
}

/** Formats that every browser opens, and HEIC, which is converted to JPEG. */
const PICTURES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
}

/** Orders and turns photos and makes one PDF of them. */
export function PagesDialog({ kind, pages, onPages, onClose, onFile }: PagesDialogProps) {
  const { maxBytes } = documentKinds[kind]
  const { opening, making, status, change } = usePages({ kind, pages, onPages, onFile })
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!making.isPending}
      title="Combine photos into one PDF"
      description="Take a photo of each page from directly above, in good light. Then put the pages in order."
      footer={
        <>
          <Button tone="secondary" disabled={making.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={pages.length === 0 || opening.isPending}
            pending={making.isPending}
            pendingLabel="Making the PDF..."
            onClick={() => making.mutate()}
          >
            {pages.length === 0 ? 'Upload as one PDF' : `Upload ${counted(pages.length)} as one PDF`}
          </Button>
        </>
      }
    >
      <PageRows {...{ pages, change }} />
      <FileDrop
        id={ADD}
        label="Photos"
        hint={`JPEG, PNG, WebP or HEIC. Together they make a PDF of at most ${inMegabytes(maxBytes)} MB.`}
        name="pages"
        accept={PICTURES}
        multiple
        disabled={opening.isPending || making.isPending}
        browseLabel={pages.length === 0 ? 'Choose or take photos' : 'Add photos'}
        onFiles={(files) => {
          making.reset()
          opening.mutate(files)
        }}
      />
      <p role="status" className="sr-only">
        {opening.isPending ? 'Opening your photos.' : status}
      </p>
      <Refused texts={opening.data?.refused ?? []} />
      {making.data === null ? (
        <Notice
          tone="danger"
          live="alert"
          className="mt-5"
        >{`This many pages don’t fit into ${inMegabytes(maxBytes)} MB and stay readable. Please remove a page, or upload a scan.`}</Notice>
      ) : null}
      {making.error ? (
        <Notice tone="danger" live="alert" className="mt-5">
          We couldn’t make the PDF on this device. Please try again with fewer pages, or upload a scan.
        </Notice>
      ) : null}
    </Dialog>
  )
}

/** The button that adds photos. */
const ADD = 'add-pages'

type Change = (by: (pages: readonly PhotoPage[]) => readonly PhotoPage[], saying: string) => void

/** Opens photos, and makes a PDF of them; `status` is the last change, for screen readers. */
function usePages({ kind, pages, onPages, onFile }: Omit<PagesDialogProps, 'onClose'>) {
  const { label, maxBytes } = documentKinds[kind]
  const [status, setStatus] = useState('')
  const opening = useMutation({
    mutationFn: openPhotos,
    onSuccess: ({ pages: more }) => {
      onPages((before) => [...before, ...more])
      if (more.length > 0) setStatus(`Added: ${counted(more.length)}.`)
    },
  })
  const making = useMutation({
    mutationFn: async () => {
      const { makePagesPdf } = await import('./make-pages-pdf.ts')
      return makePagesPdf(pages, { title: `${label}, ${counted(pages.length)}`, maxBytes })
    },
    onSuccess: (file) => {
      if (file !== null) onFile(file)
    },
  })
  // Prefetched while the pages are arranged, since it is large.
  useEffect(() => void import('./make-pages-pdf.ts').catch(() => undefined), [])
  const change: Change = (by, saying) => {
    making.reset()
    setStatus(saying)
    onPages(by)
  }
  return { opening, making, status, change }
}

function PageRows({ pages, change }: { pages: readonly PhotoPage[]; change: Change }) {
  return (
    <ol aria-label="Pages, in order" className="mb-5 divide-y divide-hairline empty:hidden">
      {pages.map((page, index) => {
        const { id } = page
        const name = `Page ${index + 1}`
        return (
          <PageRow
            key={id}
            page={page}
            number={index + 1}
            count={pages.length}
            onMove={(by) => change((all) => moved(all, id, by), `${name} is now page ${index + 1 + by}.`)}
            onTurn={() => change((all) => turned(all, id), `${name} rotated clockwise.`)}
            onRemove={() => {
              document.getElementById(ADD)?.focus()
              change((all) => without(all, id), `${name} removed.`)
            }}
          />
        )
      })}
    </ol>
  )
}

const counted = (pages: number) => (pages === 1 ? 'one page' : `${pages} pages`)

function Refused({ texts }: { texts: readonly string[] }) {
  return (
    <div role="status">
      {texts.length === 0 ? null : (
        <Notice tone="warning" className="mt-4">
          {texts.map((text) => (
            <p key={text} className="wrap-anywhere">
              {text}
            </p>
          ))}
        </Notice>
      )}
    </div>
  )
}

const turns: Record<Quarters, string> = { 0: '', 1: 'rotate-90', 2: 'rotate-180', 3: '-rotate-90' }

type PageRowProps = {
  page: PhotoPage
  number: number
  count: number
  onMove: (by: 1 | -1) => void
  onTurn: () => void
  onRemove: () => void
}

function PageRow({ page, number, count, onMove, onTurn, onRemove }: PageRowProps) {
  return (
    <li className="flex items-center gap-3 py-3 sm:gap-4">
      <span className="flex size-16 shrink-0 items-center min-[360px]:size-24 justify-center overflow-hidden rounded-md border border-hairline bg-sunken">
        <img
          src={page.thumbnail}
          alt={`Page ${number}: ${page.file.name}`}
          className={`max-h-full max-w-full ${turns[page.quarters]}`}
        />
      </span>
      <div className="min-w-0 grow">
        <p aria-hidden="true" className="wrap-anywhere">
          <span className="font-semibold">{`Page ${number}`}</span>
          <span className="text-sm text-ink-soft"> {page.file.name}</span>
        </p>
        <div role="group" aria-label={`Page ${number}`} className="-ml-3 flex">
          <IconButton
            label={`Move page ${number} up`}
            Icon={ArrowUp}
            disabled={number === 1}
            onPress={() => onMove(-1)}
          />
          <IconButton
            label={`Move page ${number} down`}
            Icon={ArrowDown}
            disabled={number === count}
            onPress={() => onMove(1)}
          />
          <IconButton label={`Rotate page ${number} clockwise`} Icon={RotateCw} onPress={onTurn} />
          <IconButton label={`Remove page ${number}`} Icon={Trash2} onPress={onRemove} />
        </div>
      </div>
    </li>
  )
}
