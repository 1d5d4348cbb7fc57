import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import { pushDialog } from './dialog-stack.ts'
import type { Elements } from './elements.ts'

export type DialogProps = {
  open: boolean
  /** Called by Esc, by the close button and by a press beside the dialog. The caller then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: Elements
  /** The buttons at the bottom, the most likely one last. */
  footer?: ReactNode
  size?: 'small' | 'normal' | 'wide'
  /** Without it, Esc and the close button do nothing (while something must not be interrupted). */
  closable?: boolean
  role?: 'dialog' | 'alertdialog'
}

const SIZES = { small: 'max-w-md', normal: 'max-w-xl', wide: 'max-w-5xl' }

/**
 * A modal dialog, the browser's own: Esc closes it, and the focus returns to what opened it. It begins at the
 * title, or at the control that is marked with `data-autofocus`.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  onClose,
  title,
  description,
  children,
  footer,
  size = 'normal',
  closable = true,
  role = 'dialog',
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(ref, () => {
    if (closable) onClose()
  })
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={clsx(
        'm-auto max-h-[min(52rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] overflow-visible rounded-lg bg-surface p-0 text-ink shadow-float',
        'border border-hairline backdrop:bg-scrim open:flex',
        SIZES[size],
      )}
    >
      <div className="flex min-h-0 w-full flex-col">
        <header className="flex items-start gap-4 border-b border-hairline px-6 pt-5 pb-4">
          <h2 id={`${id}-title`} tabIndex={-1} className="grow text-xl">
            {title}
          </h2>
          {closable ? (
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-mt-1.5 -mr-3 flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          ) : null}
        </header>
        <div data-scrolls="" className="min-h-0 grow overflow-y-auto px-6 py-5">
          {description ? (
            <p id={`${id}-description`} className={children ? 'mb-4' : undefined}>
              {description}
            </p>
          ) : null}
          {children}
        </div>
        {footer ? (
          <footer className="flex flex-col-reverse gap-3 border-t border-hairline px-6 py-4 sm:flex-row sm:justify-end">
            {footer}
          </footer>
        ) : null}
      </div>
    </dialog>
  )
}

/**
 * Opens the dialog above the page for as long as it is mounted, and gives the focus back afterwards. Esc and a press
 * beside it only ask: whether it closes is for the caller to say.
 */
function useModal(ref: RefObject<HTMLDialogElement | null>, onAsk: () => void) {
  const ask = useEffectEvent(onAsk)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    const listening = new AbortController()
    const { signal } = listening
    const cancel = (event: Event) => {
      event.preventDefault()
      ask()
    }
    // A browser asks once; at a second Esc it closes the dialog by itself. It is opened again, and asks.
    const closed = () => {
      // A close of an earlier mounting tells of itself later, when the dialog is open again.
      if (dialog.open) return
      dialog.showModal()
      ask()
    }
    const pressed = (event: MouseEvent) => {
      if (event.target === dialog) ask()
    }
    dialog.addEventListener('cancel', cancel, { signal })
    dialog.addEventListener('close', closed, { signal })
    dialog.addEventListener('mousedown', pressed, { signal })
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const remove = pushDialog(dialog)
    return () => {
      listening.abort()
      remove()
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) giveFocusBack(opener)
    }
  }, [ref])
}

/** To what opened the dialog; where a menu closed over that meanwhile, to what opens the menu. */
function giveFocusBack(opener: HTMLElement): void {
  opener.focus()
  const menu = opener.closest('[popover]:not(:popover-open)')
  if (menu === null || document.activeElement === opener) return
  document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)?.focus()
}

export type ConfirmDialogProps = Pick<DialogProps, 'open' | 'title' | 'description' | 'children' | 'size'> & {
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  pending?: boolean
  pendingLabel?: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be taken back. Cancel comes first and has the focus. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'primary',
  pending = false,
  pendingLabel,
  onConfirm,
  onCancel,
  size = 'small',
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      size={size}
      role="alertdialog"
      closable={!pending}
      onClose={onCancel}
      footer={
        <>
          <Button tone="secondary" onClick={onCancel} disabled={pending} data-autofocus="">
            {cancelLabel}
          </Button>
          <Button tone={tone} pending={pending} pendingLabel={pendingLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}
