import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createQueryClient } from '#base/client/lib/query-client.ts'
import { serveLists } from '#test/support/lists-of-others.ts'
import { Outbox } from './outbox-page.tsx'

const OUTBOX = '/api/admin/outbox'
const mail = (subject: string) => ({
  id: subject,
  writtenAt: '2026-11-25T09:00:00.000Z',
  recipient: 'thandi@clients.example',
  subject,
})

const subjects = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent?.split(/ ?To /u)[0])

afterEach(() => focusManager.setFocused(undefined))

test('emails that arrive are counted, and move no row until they are asked for', async () => {
  const server = serveLists({ [OUTBOX]: [mail('Second'), mail('First')] })
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <Outbox />
    </QueryClientProvider>,
  )
  const status = page.getByRole('status')
  await expect.element(status).toHaveTextContent('2 emails')

  server.change(OUTBOX, [mail('Third'), mail('Second'), mail('First')])
  await expect.element(status).toHaveTextContent('1 changed')
  expect(subjects()).toEqual(['Second', 'First'])

  await page.getByRole('button', { name: 'Show changes' }).click()
  await expect.element(status).toHaveTextContent('3 emails')
  expect(subjects()).toEqual(['Third', 'Second', 'First'])
})
