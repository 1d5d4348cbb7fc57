import { useMutation } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { formatTime } from '#base/rules/time/dates.ts'
import { MailedCodeForm } from '#features/sign-in/client/mailed-code-form.tsx'
import { isRefused } from '#features/sign-in/client/use-confirmation.ts'
import { useMailedToken } from '#features/sign-in/client/use-mailed-token.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { randomId } from '#base/client/lib/random-id.ts'
import { SignInLayout } from '#features/brand/client/shell/layouts/sign-in-layout.tsx'
import { OfflineNotice } from '#features/brand/client/shell/offline-notice.tsx'
import { paths } from '#base/client/paths.ts'
import { Button } from '#base/client/ui/button.tsx'
import { FileDrop } from '#base/client/ui/file-drop.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { TooltipProvider } from '#base/client/ui/tooltip.tsx'
import { UploadRow } from '#base/client/ui/upload-row.tsx'
import { UploadNotes } from '../document-uploader.tsx'
import { MovingRow } from '../file-rows.tsx'
import { scalePhoto } from '../scale-photo.ts'
import { movingItems } from '../upload-queue.ts'
import { createUploadRunner } from '../upload-runner.ts'
import { sendPhoto, type OpenedLink } from './send-photo.ts'

/** Formats that phones take photos in. */
const PHOTOS = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
}

/** The page of a link for a phone: it takes photos for one question. Opening it uses nothing up; the press does. */
export function PhonePage() {
  const [token, forget] = useMailedToken(paths.phone)
  const opening = useMutation({
    mutationFn: (code: string) => call('POST /api/phone', { body: { token: code } }),
    onSuccess: forget,
    onError: (error) => {
      if (isRefused(error)) forget()
    },
  })
  return (
    <SignInLayout>
      {opening.data ? (
        <TooltipProvider>
          <Camera link={opening.data} />
        </TooltipProvider>
      ) : (
        <>
          <PageHeading
            title="Take photos of your document"
            lead={
              token === null
                ? 'Please scan the code on your computer, or enter it here.'
                : 'Take the photos with this phone. They appear on your computer, beside the question.'
            }
          />
          <OfflineNotice />
          {opening.error ? (
            <Notice tone="danger" live="alert" className="mb-6">
              {detailOf(opening.error)}
            </Notice>
          ) : null}
          {token === null ? (
            <MailedCodeForm
              label="Continue"
              field={{ label: 'Code', hint: 'Beside the picture on your computer' }}
              pending={opening.isPending}
              onCode={(code) => opening.mutate(code)}
            />
          ) : (
            <Button className="w-full" pending={opening.isPending} onClick={() => opening.mutate(token)}>
              Start
            </Button>
          )}
        </>
      )}
    </SignInLayout>
  )
}

function Camera({ link }: { link: OpenedLink }) {
  const { kind, label, single, expiresAt } = link
  const [sent, setSent] = useState<readonly string[]>([])
  const [runner] = useState(() =>
    createUploadRunner({
      kind,
      isSingle: single,
      send: async (sending, observer) => {
        await sendPhoto(link, sending, observer)
        setSent((before) => [...before, sending.file.name])
      },
      scale: scalePhoto,
      onArrived: () => Promise.resolve(),
      notify: (message, variant) => toast({ ...message, variant }),
      newId: randomId,
    }),
  )
  const queue = useSyncExternalStore(runner.subscribe, runner.getQueue, runner.getQueue)
  const uploads = { ...runner, queue, moving: movingItems(queue).length > 0 }
  return (
    <>
      <PageHeading
        title={label}
        lead={`Place the document on a dark surface in good light. You can send photos until ${formatTime(new Date(expiresAt))}.`}
      />
      <OfflineNotice />
      <FileDrop
        id="photos"
        label="Photos"
        accept={PHOTOS}
        multiple={!single}
        disabled={single && sent.length > 0}
        browseLabel={sent.length === 0 ? 'Take a photo' : 'Take another photo'}
        onFiles={(files) => runner.choose(files, 0)}
      />
      <UploadNotes notes={queue.notes} />
      <ul aria-label="Photos" className="mt-3" hidden={sent.length + queue.items.length === 0}>
        {sent.map((name, index) => (
          // eslint-disable-next-line react/no-array-index-key -- names repeat, and the list only grows
          <UploadRow key={index} name={name} state="done" />
        ))}
        {queue.items.map((item) => (
          <MovingRow key={item.id} {...{ kind, item, uploads }} onFocusLost={() => undefined} />
        ))}
      </ul>
      <div role="status">
        {sent.length > 0 && !uploads.moving ? (
          <Notice tone="success" className="mt-5">
            {sent.length === 1
              ? 'Your photo is on your computer. You can close this page.'
              : `Your ${sent.length} photos are on your computer. You can close this page.`}
          </Notice>
        ) : null}
      </div>
    </>
  )
}
