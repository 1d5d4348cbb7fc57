import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Note } from '#features/notes/api/notes.ts'
import type { SessionUser } from '#features/access/api/auth.ts'
import { SessionContext, type Session } from '#features/access/client/use-session.ts'
import { createQueryClient } from '#base/client/lib/query-client.ts'
import { serveLists } from '#test/support/lists-of-others.ts'
import { NotesProvider } from './notes-context.tsx'
import { NotesSection } from './notes-section.tsx'

const NOTES = '/api/admin/applications/a/notes'

const note = (text: string): Partial<Note> => ({
  id: text,
  subject: { kind: 'application' },
  authorName: 'Naledi Admin',
  text,
  writtenAt: '2026-11-25T09:00:00.000Z',
  editedAt: null,
  own: true,
  version: 1,
})

afterEach(() => focusManager.setFocused(undefined))

test('a note of a colleague moves none of the others until it is asked for', async () => {
  const server = serveLists({ [NOTES]: [note('Second'), note('First')] })
  await render(
    <SessionContext value={{ user: { role: 'admin' } as SessionUser, status: 'ready' } as Session}>
      <QueryClientProvider client={createQueryClient()}>
        <NotesProvider id="a">
          <NotesSection id="a" subjects={[]} />
        </NotesProvider>
      </QueryClientProvider>
    </SessionContext>,
  )
  const firstNote = () => page.getByRole('list', { name: 'Notes' }).element().firstElementChild?.textContent
  await expect.element(page.getByRole('heading', { name: 'Notes (2)' })).toBeVisible()

  server.change(NOTES, [note('Third'), note('Second'), note('First')])
  await expect.element(page.getByRole('status').last()).toHaveTextContent('1 changed')
  expect(firstNote()).toMatch(/^Second/u)

  await page.getByRole('button', { name: 'Show changes' }).click()
  await expect.element(page.getByRole('heading', { name: 'Notes (3)' })).toBeVisible()
  expect(firstNote()).toMatch(/^Third/u)
})
