import { Smartphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#base/client/lib/lazy-part.tsx'
import { Button } from '#base/client/ui/button.tsx'
import type { PhoneDialogProps } from './phone-dialog.tsx'

const dialog = lazyPart<PhoneDialogProps>(async () => (await import('./phone-dialog.tsx')).PhoneDialog)

type Props = Omit<PhoneDialogProps, 'onClose'> & { disabled: boolean }

/** Takes photos with a phone that is not signed in. Not offered on a phone, which has the camera itself. */
export function PhoneButton({ disabled, ...question }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="-ml-4 text-left max-md:hidden"
        disabled={disabled}
        icon={<Smartphone aria-hidden="true" className="size-5 shrink-0" />}
        onPointerEnter={() => void dialog.preload()}
        onFocus={() => void dialog.preload()}
        onClick={() => setOpen(true)}
      >
        Use your phone
      </Button>
      {open ? (
        <Suspense>
          <dialog.Part {...question} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
