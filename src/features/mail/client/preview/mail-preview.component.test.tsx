import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { EditedMail } from '#features/mail/api/edited-mail.ts'
import type { BodyOf } from '#base/rules/api/contract.ts'
import { createQueryClient } from '#base/client/lib/query-client.ts'
import { FormDialog } from '#base/client/ui/form-dialog.tsx'
import { MailPreview } from './mail-preview.tsx'

type Mails = NonNullable<BodyOf<'PUT /api/admin/imports/{id}/invitations'>['mails']>

const standard = {
  'application-reminder': { subject: 'Your application', text: 'Please complete it.' },
  invitation: { subject: 'Your invitation', text: 'Please begin.' },
  'invitation-imported': { subject: 'Your account', text: 'Please check your details.' },
}
type Kind = keyof typeof standard

/** Previews the standard mails of these kinds, and refuses texts with links. */
function serve(kinds: readonly Kind[]) {
  return vi.spyOn(window, 'fetch').mockImplementation((_, init) => {
    const { body } = JSON.parse(init?.body as string) as { body: { mail?: EditedMail; mails?: Mails } }
    const edited = { mail: body.mail, ...prefixed(body.mails) }
    const errors = Object.entries(edited).flatMap(([path, mail]) =>
      mail?.text?.includes('https:') ? [{ path: `${path}.text`, message: 'No links, please.' }] : [],
    )
    const problem = { title: 'Refused', status: 400, detail: 'No links, please.', errors }
    if (errors.length > 0) return Promise.resolve(Response.json(problem, { status: 400 }))
    const mails = kinds.map((template) => {
      const known = { template, recipient: `${template}@clients.example`, toStaff: false, people: 1 }
      return { ...known, ...standard[template], editable: standard[template] }
    })
    return Promise.resolve(Response.json({ mails, applications: null }))
  })
}

const prefixed = (mails: Mails = {}) =>
  Object.fromEntries(Object.entries(mails).map(([kind, mail]) => [`mails.${kind}`, mail]))

function Reminding({ onSubmit }: { onSubmit: (mail: EditedMail | undefined) => void }) {
  const [mail, setMail] = useState<EditedMail>()
  return (
    <FormDialog title="Remind" submitLabel="Send" onSubmit={() => onSubmit(mail)} onCancel={() => undefined}>
      <MailPreview
        upcoming={{
          call: 'POST /api/admin/applications/{id}/reminder',
          params: { id: 'a' },
          body: { mail },
        }}
        edit={{ mail, onChange: setMail }}
      />
    </FormDialog>
  )
}

const text = page.getByLabelText('Text')

test('a refused text that was corrected is sent with one press, without waiting for the preview', async () => {
  const fetched = serve(['application-reminder'])
  const submit = vi.fn<(mail: EditedMail | undefined) => void>()
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <Reminding onSubmit={submit} />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Edit the email' }).click()
  await text.fill('See https://evil.example')
  await expect.element(text).toHaveAccessibleDescription(/No links, please/u)
  const send = page.getByRole('button', { name: 'Send' })
  await send.click()
  expect(submit).not.toHaveBeenCalled()
  await expect.element(text).toHaveFocus()

  const before = fetched.mock.calls.length
  await text.fill('See our site.')
  ;(send.element() as HTMLElement).click()
  expect(fetched.mock.calls.length).toBe(before)
  expect(submit).toHaveBeenCalledExactlyOnceWith({ subject: 'Your application', text: 'See our site.' })
})

function Inviting({ onChange }: { onChange: (mails: Mails) => void }) {
  const [mails, setMails] = useState<Mails>({})
  const kinds = ['invitation', 'invitation-imported'] as const
  const plan = { perBatch: 50, batchesPerDay: 1, firstDay: '2026-11-30', firstHour: 9 }
  return (
    <MailPreview
      upcoming={{
        call: 'PUT /api/admin/imports/{id}/invitations',
        params: { id: 'a' },
        body: { ...plan, mails },
      }}
      edits={kinds.map((template) => ({
        template,
        mail: mails[template],
        onChange: (mail) => {
          const changed = { ...mails, [template]: mail }
          setMails(changed)
          onChange(changed)
        },
      }))}
    />
  )
}

test('each of two kinds has its own text, and an error is beside the text that it is about', async () => {
  serve(['invitation', 'invitation-imported'])
  const change = vi.fn<(mails: Mails) => void>()
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <Inviting onChange={change} />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Edit “Your account”' }).click()
  await page.getByRole('button', { name: 'Edit “Your invitation”' }).click()
  const ofDraft = page.getByRole('group', { name: 'Edit “Your invitation”' }).getByLabelText('Text')
  const ofImported = page.getByRole('group', { name: 'Edit “Your account”' }).getByLabelText('Text')
  await ofDraft.fill('See https://evil.example')
  await expect.element(ofDraft).toHaveAccessibleDescription(/No links, please/u)
  await ofImported.fill('Welcome back.')
  await expect.element(ofImported).not.toHaveAccessibleDescription(/No links, please/u)
  await expect.element(ofDraft).toHaveAccessibleDescription(/No links, please/u)
  await ofDraft.fill('Welcome.')
  expect(change).toHaveBeenLastCalledWith({
    invitation: { subject: 'Your invitation', text: 'Welcome.' },
    'invitation-imported': { subject: 'Your account', text: 'Welcome back.' },
  })
})
