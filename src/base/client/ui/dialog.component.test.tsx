import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { FormDialog } from './form-dialog.tsx'

const dialog = page.getByRole('dialog')

function Opened({ closable = true, onClose }: { closable?: boolean; onClose?: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        open={open}
        closable={closable}
        title="Payslip"
        description="From March"
        onClose={() => {
          onClose?.()
          setOpen(false)
        }}
      >
        <label>
          Note <input />
        </label>
      </Dialog>
    </>
  )
}

async function openDialog(element = <Opened />) {
  await render(element)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('heading', { name: 'Payslip' })).toBeVisible()
}

test('names and describes itself', async () => {
  await openDialog()
  await expect.element(dialog).toHaveAccessibleName('Payslip')
  await expect.element(dialog).toHaveAccessibleDescription('From March')
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the close button', () => page.getByRole('button', { name: 'Close' }).click()],
  ['a press on the backdrop', () => dialog.element().dispatchEvent(new MouseEvent('mousedown'))],
])('closes on %s and returns the focus to its opener', async (_, close) => {
  await openDialog()
  await close()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('stays open on repeated Escape while it cannot be closed', async () => {
  const onClose = vi.fn<() => void>()
  await openDialog(<Opened closable={false} onClose={onClose} />)
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await expect.element(dialog).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(page.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
})

test('keeps the keyboard inside', async () => {
  await openDialog()
  for (let presses = 0; presses < 6; presses += 1) {
    await userEvent.tab()
    const { activeElement } = document
    expect(activeElement === document.body || dialog.element().contains(activeElement)).toBe(true)
  }
})

test('a confirmation starts at Cancel, and nothing can be pressed while it is pending', async () => {
  const onConfirm = vi.fn<() => void>()
  const onCancel = vi.fn<() => void>()
  const props = { open: true, title: 'Reject?', confirmLabel: 'Reject', onConfirm, onCancel }
  const screen = await render(<ConfirmDialog {...props} />)
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await page.getByRole('button', { name: 'Reject' }).click()
  expect(onConfirm).toHaveBeenCalledOnce()
  await screen.rerender(<ConfirmDialog {...props} pending pendingLabel="Rejecting …" />)
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  expect(onCancel).not.toHaveBeenCalled()
})

test('a form is sent by Enter, once, and not while it is pending', async () => {
  const onSubmit = vi.fn<() => void>()
  const props = { title: 'Invite', submitLabel: 'Send', onSubmit, onCancel: vi.fn<() => void>() }
  const field = <input aria-label="Name" data-autofocus="" />
  const screen = await render(<FormDialog {...props}>{field}</FormDialog>)
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  await userEvent.keyboard('Thandi{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
  await screen.rerender(
    <FormDialog {...props} pending>
      {field}
    </FormDialog>,
  )
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled()
})
