import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { countText } from './list-section.tsx'
import { ListStatus } from './list-status.tsx'
import { defineList } from './use-list.ts'
import { useStableList } from './use-stable-list.ts'
import { noView } from './view.ts'

/** What others made of the list. */
let onServer = ''

const list = defineList<{ id: string }, object>({
  key: ['letters'],
  view: noView,
  pageRows: 50,
  counts: [],
  load: () =>
    Promise.resolve({ rows: [...onServer].map((id) => ({ id })), total: onServer.length, next: null }),
})

function Letters() {
  const stable = useStableList(list)
  return (
    <>
      <ListStatus stable={stable} count={countText(stable.list, ['row', 'rows'])} />
      <ul>
        {stable.list.rows.map(({ id }) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </>
  )
}

const status = page.getByRole('status')
const showChanges = page.getByRole('button', { name: 'Show changes' })
const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

/** Others change the list, and the user comes back to the window. */
function change(letters: string) {
  onServer = letters
  focusManager.setFocused(false)
  focusManager.setFocused(true)
}

afterEach(() => focusManager.setFocused(undefined))

test('rows stay, the changes by others are counted, and the number is announced once', async () => {
  onServer = 'abc'
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Letters />
    </QueryClientProvider>,
  )
  await expect.element(status).toHaveTextContent('3 rows')

  change('xabc')
  await expect.element(status).toHaveTextContent('1 changed')
  expect(rows()).toEqual(['a', 'b', 'c'])
  const number = page.getByText('1', { exact: true })
  await expect.element(number).toHaveAttribute('aria-live', 'off')

  change('xyac')
  await expect.element(status).toHaveTextContent('3 changed')
  expect(rows()).toEqual(['a', 'b', 'c'])

  await showChanges.click()
  await expect.element(status).toHaveTextContent('4 rows')
  expect(rows()).toEqual(['x', 'y', 'a', 'c'])
  await expect.element(showChanges).not.toBeInTheDocument()
  expect(document.activeElement).toBe(status.element())
})

test('changes that others undo are no changes', async () => {
  onServer = 'abc'
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Letters />
    </QueryClientProvider>,
  )
  await expect.element(status).toHaveTextContent('3 rows')
  change('ab')
  await expect.element(status).toHaveTextContent('1 changed')
  change('abc')
  await expect.element(status).toHaveTextContent('3 rows')
})
