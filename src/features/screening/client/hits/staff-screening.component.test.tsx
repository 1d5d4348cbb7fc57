import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { SessionUser } from '#features/access/api/auth.ts'
import { SessionContext, type Session } from '#features/access/client/use-session.ts'
import { createQueryClient } from '#base/client/lib/query-client.ts'
import { StaffScreening } from './staff-screening.tsx'

const at = '2026-11-25T09:00:00.000Z'
const staff = [
  {
    id: 'nomsa',
    name: 'Nomsa Dlamini',
    role: 'wealth_manager',
    left: false,
    state: 'clear',
    comparedAt: at,
    matches: [],
  },
]
const screening = {
  subjects: [
    {
      id: 'subject',
      role: 'staff',
      names: ['Nomsa Dlamini', 'Nomsa Dlamni'],
      former: ['Nomsa Dlamni'],
      dropped: [],
      unreadable: false,
      current: true,
      screenings: [],
    },
  ],
  hits: [],
  withheldMails: [],
}

test('a former spelling of a member of staff is dropped, with words', async () => {
  const asked: [string, unknown][] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push([`${method} ${new URL(url, location.href).pathname}`, body])
    return Response.json(url.endsWith('/compliance/staff') ? staff : screening)
  })
  const user = { id: 'reader', role: 'admin', compliance: false } as SessionUser
  await render(
    <SessionContext value={{ user, status: 'ready' } as Session}>
      <QueryClientProvider client={createQueryClient()}>
        <StaffScreening />
      </QueryClientProvider>
    </SessionContext>,
  )
  await page.getByText('All staff (1)').click()
  // Reading is recorded, so nothing is read before it is asked for.
  expect(asked.map(([call]) => call)).toEqual(['GET /api/admin/compliance/staff'])
  await page.getByText('Names compared').click()
  await expect.element(page.getByText('Former spelling, still compared: Nomsa Dlamni')).toBeVisible()
  await page.getByRole('button', { name: 'Typing error' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Mistyped at the start.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => asked.find(([call]) => call === 'PUT /api/admin/screened-people/subject/dropped-name')?.[1])
    .toBe(JSON.stringify({ name: 'Nomsa Dlamni', words: 'Mistyped at the start.' }))
})
