import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import { pushDialog } from './dialog-stack.ts'
import type { Elements } from './elements.ts'

export type DialogProps = {
  open: boolean
  /** Called by Esc, the close button and a press outside the dialog. The caller then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: Elements
  /** The buttons at the bottom, the most likely one last. */
  footer?: ReactNode
  size?: 'small' | 'normal' | 'wide' | 'full'
  /** If false, Esc and the close button do nothing. */
  closable?: boolean
  role?: 'dialog' | 'alertdialog'
}

const BOX =
  'm-auto max-h-[min(52rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] rounded-lg border border-hairline'
const SIZES = {
  small: `${BOX} max-w-md`,
  normal: `${BOX} max-w-xl`,
  wide: `${BOX} max-w-5xl`,
  full: 'm-0 h-dvh max-h-none w-full max-w-none border-0',
}

/**
 * A native modal dialog: Esc closes it, and the focus returns to its opener. The focus starts at the title or at
 * `data-autofocus`.
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
        'overflow-visible bg-surface p-0 text-ink shadow-float backdrop:bg-scrim open:flex',
        SIZES[size],
      )}
    >
      <div className="flex min-h-0 w-full flex-col">
        <header className="flex items-start gap-4 border-b border-hairline px-6 pt-5 pb-4">
          <h2 id={`${id}-title`} tabIndex={-1} className="min-w-0 grow text-xl">
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
        <div
          data-scrolls=""
          className={clsx('min-h-0 grow overflow-y-auto py-5', size === 'full' ? 'px-2' : 'px-6')}
        >
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
 * Opens the dialog for as long as it is mounted and returns the focus afterwards. Esc and a press outside only ask the
 * caller to close it.
 */
function useModal(ref: RefObject<HTMLDialogElement | null>, onRequestClose: () => void) {
  const requestClose = useEffectEvent(onRequestClose)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    const listening = new AbortController()
    const { signal } = listening
    const cancel = (event: Event) => {
      event.preventDefault()
      requestClose()
    }
    // A browser fires `cancel` once; at a second Esc it closes the dialog itself, so it is opened again.
    const closed = () => {
      // The close event of an earlier mounting arrives late, when the dialog is open again.
      if (dialog.open) return
      dialog.showModal()
      requestClose()
    }
    const pressed = (event: MouseEvent) => {
      if (event.target === dialog) requestClose()
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

/** Focuses the opener; if that is in a menu that has closed meanwhile, the menu's button. */
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

/** Asks before an act that cannot be undone. Cancel comes first and has the focus. */
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
