import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AnswerOf, BodyOf } from '#base/rules/api/contract.ts'
import { wizardKindNames, type ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { phonePath } from '#features/documents/rules/phone-links.ts'
import { formatTime } from '#base/rules/time/dates.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Dialog } from '#base/client/ui/dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { QrCode } from '#base/client/ui/qr-code.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { filesQueryKey, type UploadTarget } from '../upload-runners.ts'

export type PhoneDialogProps = {
  kind: ClientKind
  target: UploadTarget
  /** What is to be taken as photos. */
  label: string
  /** How many files the question has. */
  count: number
  /** Photos have arrived: what was wrong with earlier files is over. */
  onArrived: () => void
  onClose: () => void
}

type PhoneLink = AnswerOf<'POST /api/application/phone-link'>

/** How often the page looks for new photos, in milliseconds. */
const PAUSE_MS = 3000

function bodyOf(
  kind: ClientKind,
  { itemId, paper }: UploadTarget,
): BodyOf<'POST /api/application/phone-link'> {
  if (paper !== undefined) {
    const { task, paper: name, issuedOn, expiresOn } = paper
    return { paper: { task, paper: name, issuedOn, expiresOn } }
  }
  return itemId === undefined ? { kind: wizardKindNames.find((name) => name === kind) } : { itemId }
}

/** A QR code that opens the camera page of a phone for this question. Photos appear behind it. */
export function PhoneDialog({ kind, target, label, count, onArrived, onClose }: PhoneDialogProps) {
  const [before] = useState(count)
  const link = useMutation({
    mutationFn: () => call('POST /api/application/phone-link', { body: bodyOf(kind, target) }),
  })
  const { mutate } = link
  useEffect(() => mutate(), [mutate])
  useArrivals(target)
  const arrived = Math.max(count - before, 0)
  const settle = useEffectEvent(onArrived)
  useEffect(() => {
    if (arrived > 0) settle()
  }, [arrived])
  return (
    <Dialog
      open
      onClose={onClose}
      title="Use your phone"
      description={`Scan this code with your phone’s camera, then take photos of: ${label}.`}
      footer={<Button onClick={onClose}>{arrived > 0 ? 'Done' : 'Close'}</Button>}
    >
      {link.data ? <Code link={link.data} onRenew={() => mutate()} /> : null}
      {link.isPending ? <Spinner label="Preparing the code..." /> : null}
      {link.error ? (
        <Notice tone="danger" live="alert">
          {detailOf(link.error)}
        </Notice>
      ) : null}
      <div role="status">
        {arrived > 0 ? (
          <Notice tone="success" className="mt-5">
            {arrived === 1 ? 'One photo has arrived.' : `${arrived} photos have arrived.`}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}

function Code({ link: { url, code, expiresAt }, onRenew }: { link: PhoneLink; onRenew: () => void }) {
  const isOver = useIsOver(expiresAt)
  if (isOver) {
    return (
      <Notice
        action={
          <Button size="small" onClick={onRenew}>
            Show a new code
          </Button>
        }
      >
        This code is older than ten minutes and no longer works.
      </Notice>
    )
  }
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="w-60 shrink-0">
        <QrCode text={url} label="QR code that opens the camera page on your phone" />
      </div>
      <div className="flex min-w-0 flex-[1_1_14rem] flex-col gap-3">
        <p className="text-pretty">{`It works once, on one phone, until ${formatTime(new Date(expiresAt))}. Keep this page open: the photos appear here.`}</p>
        <p className="text-sm text-pretty text-ink-soft">
          No camera at hand? Open <span className="wrap-anywhere">{`${location.host}${phonePath()}`}</span> on
          your phone and enter this code:
        </p>
        <p translate="no" className="font-mono wrap-anywhere">
          {code}
        </p>
      </div>
    </div>
  )
}

function useIsOver(expiresAt: string): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    const timer = setTimeout(() => setOver(true), Date.parse(expiresAt) - Date.now())
    return () => clearTimeout(timer)
  }, [expiresAt])
  return isOver
}

/** Reloads the question's files while the dialog is open. */
function useArrivals({ paper }: UploadTarget): void {
  const client = useQueryClient()
  const key = JSON.stringify(filesQueryKey(paper))
  useEffect(() => {
    const timer = setInterval(() => {
      void client.invalidateQueries({ queryKey: JSON.parse(key) as unknown[] })
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [client, key])
}
