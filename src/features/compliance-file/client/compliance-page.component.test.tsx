import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { Approval } from '#features/approvals/api.ts'
import type { SessionUser } from '#features/access/api/auth.ts'
import type { Hit } from '#features/screening/api/screening.ts'
import { SessionContext, type Session } from '#features/access/client/use-session.ts'
import { createQueryClient } from '#base/client/lib/query-client.ts'
import { serveLists } from '#test/support/lists-of-others.ts'
import { Compliance } from './compliance-page.tsx'

const HITS = '/api/admin/compliance/hits'
const APPROVALS = '/api/admin/compliance/approvals'
const CLIENTS = '/api/admin/applications'
const LISTS = '/api/system-admin/lists'
const TODAY = '/api/today'
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
  subject: {
    id: clientName,
    role: 'client',
    names: [clientName],
    births: [],
    countries: [],
    hasNumber: false,
  },
  entry: { names: [], births: [], countries: [], documents: [], programme: '', remarks: '', details: {} },
  verdict: null,
  reason: null,
  decidedBy: null,
  withdrawn: null,
  lift: null,
  notFoundBecause: null,
  version: 'first',
})

const approval = (clientName: string): Partial<Approval> => ({
  id: clientName,
  kind: 'gate',
  hitId: null,
  askedBy: 'colleague',
  askedWords: null,
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
        <Compliance userId={user.id} readOnly={false} />
      </QueryClientProvider>
    </SessionContext>,
  )
}

const HITS_SHOWN = 'Possible sanctions matches'
const changed = page.getByText(/^2 changed/u)
const opened = page.getByRole('region', { name: 'Possible match' }).getByRole('heading', { level: 2 })
const names = (group: string) =>
  page
    .getByRole('region', { name: group })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => /^(?:Anna|Bongi|Chris|Dumi)/u.exec(textContent ?? '')?.[0])

const inUse = {
  sources: [
    {
      source: 'UN',
      inForce: { generatedOn: '2026-11-27' },
      clients: { due: 24, compared: 24, lastAt: at },
      loaded: null,
      old: false,
    },
  ],
}

/** The lists, as a firm has them where nothing is to be decided. */
const nothing = (lists: object = inUse) => ({
  [LISTS]: lists,
  [HITS]: [],
  [APPROVALS]: [],
  [CLIENTS]: [],
  [TODAY]: [],
})

afterEach(async () => {
  // A page that is still there would put its item into the address again.
  await cleanup()
  focusManager.setFocused(undefined)
  history.replaceState(null, '', location.pathname)
})

test('matches that others decide stay, and the one that is read stays open when they are shown', async () => {
  const server = serveLists({ ...nothing(), [HITS]: ['Anna', 'Bongi', 'Chris'].map(hit) })
  await show()
  await expect.element(opened).toHaveTextContent('Anna')
  await userEvent.keyboard('j')
  await expect.element(opened).toHaveTextContent('Bongi')

  server.change(HITS, ['Bongi', 'Chris', 'Dumi'].map(hit))
  await expect.element(changed).toBeVisible()
  expect(names(HITS_SHOWN)).toEqual(['Anna', 'Bongi', 'Chris'])

  await page.getByRole('button', { name: 'Show' }).click()
  await expect.element(changed).not.toBeInTheDocument()
  expect(names(HITS_SHOWN)).toEqual(['Bongi', 'Chris', 'Dumi'])
  await expect.element(opened).toHaveTextContent('Bongi')
})

test('sign-offs stay where they are; what a senior manager decides waits for a colleague', async () => {
  const server = serveLists({ ...nothing(), [APPROVALS]: ['Anna', 'Bongi'].map(approval) })
  await show()
  await expect.element(page.getByRole('region', { name: 'Waiting for a colleague' })).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Decision' })).not.toBeInTheDocument()

  server.change(APPROVALS, ['Bongi', 'Chris'].map(approval))
  await expect.element(changed).toBeVisible()
  expect(names('Waiting for a colleague')).toEqual(['Anna', 'Bongi'])
  server.change(
    TODAY,
    ['Bongi', 'Chris'].map((item) => ({ kind: 'sign-off', item })),
  )
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.element(page.getByRole('region', { name: 'Sign-offs' })).toBeVisible()
  expect(names('Sign-offs')).toEqual(['Bongi', 'Chris'])
})

test('nothing to decide is said only with the state of screening', async () => {
  serveLists(nothing())
  await show()
  await expect.element(page.getByText(/^Nothing to decide\. 24 of 24 clients compared/u)).toBeVisible()
})

test('without a list there is a danger line, and never nothing to decide', async () => {
  const none = { sources: [{ source: 'UN', inForce: null, clients: null, loaded: null, old: false }] }
  serveLists(nothing(none))
  await show()
  await expect
    .element(page.getByText('No sanctions list in use: no one has been compared').first())
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Load the list' })).toBeVisible()
  await expect.element(page.getByText('Nothing to decide')).not.toBeInTheDocument()
})

test('what could not be loaded is said, and is not nothing', async () => {
  serveLists({ ...nothing(), [HITS]: 'failed' })
  await show()
  await expect.element(page.getByText('Not everything could be loaded')).toBeVisible()
  await expect.element(page.getByText('Nothing to decide')).not.toBeInTheDocument()
})
