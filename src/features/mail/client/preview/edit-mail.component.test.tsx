import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { EditMail } from './edit-mail.tsx'

const standard = { subject: 'Your application', text: 'We have received it.' }
const toClient = {
  template: 'application-status',
  recipient: 'thandi@clients.example',
  toStaff: false,
  people: 1,
  ...standard,
}

/** The server refuses links. */
function Approving({ onSubmit }: { onSubmit: (mail: EditedMail | undefined) => void }) {
  const [mail, setMail] = useState<EditedMail>()
  return (
    <FormDialog
      title="Approve"
      submitLabel="Approve"
      onSubmit={() => onSubmit(mail)}
      onCancel={() => undefined}
    >
      <EditMail
        path="mail"
        mail={mail}
        onChange={setMail}
        mails={[{ ...toClient, editable: standard }]}
        isPending={false}
        problems={{ text: mail?.text?.includes('https:') ? 'Please link to our own pages only.' : undefined }}
      />
    </FormDialog>
  )
}

const text = page.getByLabelText('Text')
const edit = page.getByRole('button', { name: 'Edit the email' })
const approve = page.getByRole('button', { name: 'Approve' })

test('the focus goes into the editor, and back to the button that opens it', async () => {
  await render(<Approving onSubmit={() => undefined} />)
  await edit.click()
  await expect.element(page.getByLabelText('Subject')).toHaveFocus()
  await expect.element(text).toHaveValue(standard.text)
  await page.getByRole('button', { name: 'Use the standard email' }).click()
  await expect.element(edit).toHaveFocus()
})

test('a text that the server refuses keeps the form open, with the error beside it', async () => {
  const submit = vi.fn<(mail: EditedMail | undefined) => void>()
  await render(<Approving onSubmit={submit} />)
  await edit.click()
  await text.fill('Sign in at https://evil.example')
  await expect.element(text).toHaveAccessibleDescription(/Please link to our own pages only/u)
  await approve.click()
  expect(submit).not.toHaveBeenCalled()
  await expect.element(text).toHaveFocus()
  await text.fill('Welcome.')
  await approve.click()
  expect(submit).toHaveBeenCalledWith({ ...standard, text: 'Welcome.' })
})
