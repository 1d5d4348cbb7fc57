import { clsx } from 'clsx'
import * as Toast from 'radix-ui/toast'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
  type FocusEvent,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { X } from 'lucide-react'
import { subscribeDialogs, topDialog } from './dialog-stack.ts'
import { AlertIcon, CheckIcon } from './icons.tsx'
import { useToastPosition } from './use-toast-position.ts'
import { TOAST_DURATION, toastStore, type ToastRecord } from './toast-store.ts'

const SWIPE_THRESHOLD = 50
/** How often an expired toast that is still being read is checked again, in ms. */
const RECHECK_INTERVAL = 500

/** Shows the toasts of `toast-store.ts`: at the top on a phone, else at the bottom right. F8 focuses them. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getToasts)
  const dialog = useSyncExternalStore(subscribeDialogs, topDialog)
  const area = useRef<HTMLOListElement>(null)
  const focus = useFocusInArea(area)
  useToastPosition(area, toasts[0]?.open === true ? toasts[0].id : null)
  return (
    // Radix would pause its timers on focus or pointer in the area, and never resume them once that toast is removed.
    <Toast.Provider duration={Infinity} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
      {toasts.map((record) => (
        <OneToast key={record.id} record={record} focus={focus} />
      ))}
      {createPortal(
        <Toast.Viewport
          ref={area}
          hotkey={['F8']}
          onFocus={focus.enter}
          className="toasts pointer-events-none fixed right-0 bottom-0 z-50 flex w-full flex-col gap-2 p-2 sm:max-w-md sm:p-4"
        />,
        dialog ?? document.body,
      )}
    </Toast.Provider>
  )
}

/** Tracks the keyboard focus in the toasts and returns it to the previous element. */
function useFocusInArea(area: RefObject<HTMLOListElement | null>) {
  const before = useRef<EventTarget>(null)
  const reached = useRef<number>(undefined)
  return {
    enter: ({ relatedTarget }: FocusEvent) => {
      reached.current = toastStore.getToasts()[0]?.id
      if (!(relatedTarget instanceof Node && area.current?.parentElement?.contains(relatedTarget)))
        before.current = relatedTarget
    },
    /** Whether F8 focused this toast: the area keeps the focus when the next toast replaces it. */
    isOn: (id: number) => reached.current === id && area.current === document.activeElement,
    giveBack: () => {
      const { activeElement } = document
      if (!(activeElement instanceof HTMLElement) || !area.current?.contains(activeElement)) return
      activeElement.blur()
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    },
  }
}

/** Closes a toast after its time, or as soon as it is no longer being read. */
function useExpiry(
  { open, duration = TOAST_DURATION }: ToastRecord,
  { isBeingRead, close }: { isBeingRead: () => boolean; close: () => void },
): void {
  const expire = useEffectEvent(() => {
    if (isBeingRead()) return false
    close()
    return true
  })
  useEffect(() => {
    if (!open) return undefined
    const check = () => {
      if (!expire()) timer = setTimeout(check, RECHECK_INTERVAL)
    }
    let timer = setTimeout(check, duration)
    return () => clearTimeout(timer)
  }, [open, duration])
}

/**
 * Whether a mouse hovers over it or the keyboard focus is in it. Touch leaves both at the last touched element and does
 * not count.
 */
function isAttended(element: HTMLElement): boolean {
  const isHovered = element.matches(':hover') && matchMedia('(hover: hover)').matches
  return isHovered || element.matches(':focus-visible, :has(:focus-visible)')
}

type OneToastProps = { record: ToastRecord; focus: ReturnType<typeof useFocusInArea> }

function OneToast({ record, focus }: OneToastProps) {
  const destructive = record.variant === 'destructive'
  const Icon = destructive ? AlertIcon : CheckIcon
  const element = useRef<HTMLLIElement>(null)
  const close = () => {
    focus.giveBack()
    toastStore.dismiss(record.id)
  }
  const isBeingRead = () =>
    document.hidden || focus.isOn(record.id) || (element.current !== null && isAttended(element.current))
  useExpiry(record, { isBeingRead, close })
  return (
    <Toast.Root
      ref={element}
      open={record.open}
      onFocus={focus.enter}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      className={clsx(
        'toast pointer-events-auto flex touch-pan-y items-start gap-3 rounded-lg border border-l-[3px] bg-surface py-2 pr-1 pl-3 text-ink shadow-float',
        'max-sm:text-sm sm:py-3 sm:pl-4',
        destructive ? 'border-danger' : 'border-hairline border-l-success',
      )}
    >
      <Icon className={clsx('mt-px size-6', destructive ? 'text-danger' : 'text-success')} />
      {/* One line or two on a phone, where it covers what is below the header. */}
      <div className="min-w-0 grow max-sm:flex max-sm:items-center max-sm:gap-2">
        <div className="grow max-sm:*:inline">
          <Toast.Title className={clsx('font-semibold', destructive && 'text-danger')}>
            {record.title}
          </Toast.Title>{' '}
          {record.description ? (
            <Toast.Description className="mt-0.5 text-sm text-pretty">{record.description}</Toast.Description>
          ) : null}
        </div>
        {record.action ? (
          <Toast.Action
            altText={record.action.label}
            onClick={record.action.onPress}
            className="inline-flex min-h-11 items-center rounded-md border border-edge px-4 text-sm font-semibold hover:bg-sunken sm:mt-2"
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
