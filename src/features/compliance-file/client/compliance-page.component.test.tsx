import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Approval } from '#features/approvals/api.ts'
import type { SessionUser } from '#features/access/api/auth.ts'
import type { Hit } from '#features/screening/api/screening.ts'
import { SessionContext, type Session } from '#features/access/client/use-session.ts'
import { createQueryClient } from '#base/client/lib/query-client.ts'
import { serveLists } from '#test/support/lists-of-others.ts'
import { Queues } from './compliance-page.tsx'

const HITS = '/api/admin/compliance/hits'
const APPROVALS = '/api/admin/compliance/approvals'
const at = '2026-11-25T09:00:00.000Z'

const hit = (clientName: string): Partial<Hit> => ({
  id: clientName,
  applicationId: clientName,
  staffId: null,
  clientName,
  state: 'open',
  source: 'UN',
  uid: '1',
  score: 0.9,
  strong: false,
  foundAt: at,
  features: [],
  mine: '',
  listed: '',
  pairs: [],
  subject: { id: clientName, role: 'client', names: [clientName], births: [], countries: [] },
  entry: { names: [], births: [], countries: [], documents: [], programme: '', remarks: '', details: {} },
  verdict: null,
  withdrawn: null,
})

const approval = (clientName: string): Partial<Approval> => ({
  id: clientName,
  kind: 'gate',
  applicationId: clientName,
  clientName,
  askedByName: 'Naledi Admin',
  askedAt: at,
  lapsesAt: at,
})

async function show() {
  const user = { id: 'reader', role: 'admin', compliance: false } as SessionUser
  await render(
    <SessionContext value={{ user, status: 'ready' } as Session}>
      <QueryClientProvider client={createQueryClient()}>
        <Queues userId={user.id} readOnly={false} />
      </QueryClientProvider>
    </SessionContext>,
  )
}

const status = page.getByRole('status')
const opened = page.getByRole('region', { name: 'The hit' }).getByRole('heading', { level: 2 })
const names = (list: string) =>
  page
    .getByRole('list', { name: list })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => /^[A-Z][a-z]+/u.exec(textContent ?? '')?.[0])

afterEach(() => {
  focusManager.setFocused(undefined)
  history.replaceState(null, '', location.pathname)
})

test('hits that others decide stay, and the one that is read stays open when they are shown', async () => {
  const server = serveLists({ [HITS]: ['Anna', 'Bongi', 'Chris'].map(hit), [APPROVALS]: [] })
  await show()
  await expect.element(status).toHaveTextContent('3 hits')
  await userEvent.keyboard('j')
  await expect.element(opened).toHaveTextContent('Bongi')

  server.change(HITS, ['Bongi', 'Chris', 'Dumi'].map(hit))
  await expect.element(status).toHaveTextContent('2 changes by others ·')
  expect(names('Hits to decide')).toEqual(['Anna', 'Bongi', 'Chris'])

  await page.getByRole('button', { name: 'Show changes' }).click()
  await expect.element(status).toHaveTextContent('3 hits')
  expect(names('Hits to decide')).toEqual(['Bongi', 'Chris', 'Dumi'])
  await expect.element(opened).toHaveTextContent('Bongi')
})

test('requests for approval stay where they are, and are current in a tab that is opened', async () => {
  const server = serveLists({ [HITS]: [], [APPROVALS]: ['Anna', 'Bongi'].map(approval) })
  await show()
  await expect.element(status).toHaveTextContent('2 requests')

  server.change(APPROVALS, ['Bongi', 'Chris'].map(approval))
  await expect.element(status).toHaveTextContent('2 changes by others ·')
  expect(names('Requests for approval')).toEqual(['Anna', 'Bongi'])

  await page.getByRole('tab', { name: /^Hits/u }).click()
  await page.getByRole('tab', { name: /^Approvals/u }).click()
  await expect.element(status).toHaveTextContent('2 requests')
  expect(names('Requests for approval')).toEqual(['Bongi', 'Chris'])
})
