import { clsx } from 'clsx'
import * as Toast from 'radix-ui/toast'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { X } from 'lucide-react'
import { subscribeDialogs, topDialog } from './dialog-stack.ts'
import { AlertSign, CheckSign } from './icons.tsx'
import { TOAST_DURATION, toastStore, type ToastRecord } from './toast-store.ts'

const SWIPE_THRESHOLD = 50

/** Shows the notifications of `toast-store.ts`: at the top on a phone, at the bottom right on a desktop. F8 focuses them. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getToasts)
  const dialog = useSyncExternalStore(subscribeDialogs, topDialog)
  return (
    <Toast.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
      {toasts.map((record) => (
        <OneToast key={record.id} record={record} />
      ))}
      {createPortal(
        <Toast.Viewport
          hotkey={['F8']}
          className="pointer-events-none fixed top-14 right-0 z-50 flex w-full flex-col gap-2 p-4 sm:top-auto sm:bottom-0 sm:max-w-md"
        />,
        dialog ?? document.body,
      )}
    </Toast.Provider>
  )
}

function OneToast({ record }: { record: ToastRecord }) {
  const destructive = record.variant === 'destructive'
  const Sign = destructive ? AlertSign : CheckSign
  return (
    <Toast.Root
      open={record.open}
      duration={record.duration}
      onOpenChange={(open) => {
        if (!open) toastStore.dismiss(record.id)
      }}
      className={clsx(
        'toast pointer-events-auto flex touch-pan-y items-start gap-3 rounded-lg border border-l-[3px] bg-surface py-3 pr-1 pl-4 text-ink shadow-float',
        destructive ? 'border-danger' : 'border-hairline border-l-success',
      )}
    >
      <Sign className={clsx('mt-px size-6', destructive ? 'text-danger' : 'text-success')} />
      <div className="min-w-0 grow">
        <Toast.Title className={clsx('font-semibold', destructive && 'text-danger')}>
          {record.title}
        </Toast.Title>
        {record.description ? (
          <Toast.Description className="mt-0.5 text-sm text-pretty">{record.description}</Toast.Description>
        ) : null}
        {record.action ? (
          <Toast.Action
            altText={record.action.label}
            onClick={record.action.onPress}
            className="mt-2 inline-flex min-h-11 items-center rounded-md border border-edge px-4 text-sm font-semibold hover:bg-sunken"
          >
            {record.action.label}
          </Toast.Action>
        ) : null}
      </div>
      <Toast.Close
        aria-label="Close notification"
        className="-mt-2 flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </Toast.Close>
    </Toast.Root>
  )
}
