import { useState } from 'react'
import { tabStorage } from '#base/client/lib/storage.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { forgetLeftBehind, leftBehind } from './interrupted-uploads.ts'

/** Files that were not uploaded because the session ended: shown once after the next sign-in. */
export function NotUploadedNotice({ applicationId }: { applicationId: string }) {
  const [names, setNames] = useState(() => leftBehind(tabStorage, applicationId))
  if (names.length === 0) return null
  const close = () => {
    forgetLeftBehind(tabStorage, applicationId)
    setNames([])
  }
  return (
    <Notice
      tone="warning"
      live="alert"
      title={<span className="wrap-anywhere">{`Not uploaded: ${names.join(', ')}`}</span>}
      action={
        <Button tone="secondary" size="small" onClick={close}>
          Close
        </Button>
      }
      className="mb-8"
    >{`Your session ended during the upload. Please choose ${names.length === 1 ? 'the file' : 'these files'} again.`}</Notice>
  )
}
