import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { FirmSectionState } from '#features/firm/api.ts'
import { SectionBody } from './section-body.tsx'

const contacts = (version: number, supportEmail: string): FirmSectionState => ({
  id: 'contacts',
  version,
  values: { supportEmail },
  sources: {},
  lastChange: null,
  standard: null,
})

const email = page.getByLabelText('Support email')

async function show(section: FirmSectionState) {
  const inClient = (shown: FirmSectionState) => (
    <QueryClientProvider client={new QueryClient()}>
      <SectionBody section={shown} />
    </QueryClientProvider>
  )
  const screen = await render(inClient(section))
  return (next: FirmSectionState) => screen.rerender(inClient(next))
}

test('a version that another user saved replaces what is shown', async () => {
  const change = await show(contacts(1, 'help@firm.example'))
  await change(contacts(2, 'care@firm.example'))
  await expect.element(email).toHaveValue('care@firm.example')
})

test('but not while something is typed: nothing typed is lost', async () => {
  const change = await show(contacts(1, 'help@firm.example'))
  await email.fill('mine@firm.example')
  await change(contacts(2, 'care@firm.example'))
  await expect.element(email).toHaveValue('mine@firm.example')
})
