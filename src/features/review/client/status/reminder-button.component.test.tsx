import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { createQueryClient } from '#base/client/lib/query-client.ts'
import { ReminderButton } from './reminder-button.tsx'

const standard = { subject: 'Your application', text: 'Please complete it.' }
const toClient = { template: 'application-reminder', recipient: 'thandi@clients.example', toStaff: false }
const previewed = { mails: [{ ...toClient, people: 1, ...standard, editable: standard }], applications: null }

test('a reminder that the server refuses keeps the dialog open with what was typed', async () => {
  const reminders: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    if (input === '/api/staff/mail-previews') return Promise.resolve(Response.json(previewed))
    reminders.push(init?.body as string)
    const problem = { title: 'Refused', status: 400, detail: '{name} is not available here.' }
    return Promise.resolve(Response.json(problem, { status: 400 }))
  })
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <ReminderButton application={{ id: 'a', emailAddress: toClient.recipient } as ReviewedApplication} />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Send Reminder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Reminder' })
  await dialog.getByRole('button', { name: 'Edit the email' }).click()
  const text = dialog.getByLabelText('Text')
  await text.fill('Hello {name}')
  await dialog.getByRole('button', { name: 'Send Reminder' }).click()
  await expect.poll(() => reminders).toHaveLength(1)
  // Nothing can be pressed while it is being sent.
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled()
  await expect.element(text).toHaveValue('Hello {name}')
})
