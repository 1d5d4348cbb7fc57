import { useId } from 'react'
import { Button, type ButtonTone } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

export type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size' | 'children'> & {
  submitLabel: string
  tone?: ButtonTone
  cancelLabel?: string
  /** While it is being sent; nothing can be pressed then. */
  pending?: boolean
  pendingLabel?: string
  /** Focuses the submit button first. */
  focusSubmit?: boolean
  onSubmit: () => void
  onCancel: () => void
}

/** The first control whose value the server refused (`setCustomValidity`). */
function refusedControl({ elements }: HTMLFormElement): HTMLElement | undefined {
  return [...elements]
    .filter((one) => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement)
    .find(({ validity }) => validity.customError)
}

/**
 * A small form in a dialog: its fields, submit and cancel. Enter submits it, unless the server refused a value: that
 * control gets the focus instead.
 */
export function FormDialog({
  submitLabel,
  tone = 'primary',
  cancelLabel = 'Cancel',
  pending = false,
  pendingLabel,
  focusSubmit = false,
  onSubmit,
  onCancel,
  size = 'small',
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId()
  return (
    <Dialog
      {...dialog}
      {...{ size }}
      open
      closable={!pending}
      onClose={onCancel}
      footer={
        <>
          <Button tone="secondary" disabled={pending} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            {...{ form, tone, pending, pendingLabel }}
            data-autofocus={focusSubmit ? '' : undefined}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid grid-cols-1 gap-5 sm:gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          const refused = refusedControl(event.currentTarget)
          if (refused === undefined) onSubmit()
          else refused.focus()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
