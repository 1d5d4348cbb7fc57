import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'
import { toast, TOAST_DURATION, toastStore } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

const show = (title: string) => toast({ title, description: 'Please try again.' })
const titled = (title: string) => page.getByText(title, { exact: true })

// Time passes in steps of the test: on a busy machine a notification could be gone before it is looked for.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
const pass = () => vi.advanceTimersByTime(TOAST_DURATION)
afterEach(() => {
  vi.useRealTimers()
  for (const { id } of toastStore.getToasts()) toastStore.dismiss(id)
})

async function open() {
  await render(
    <>
      <button type="button">Page</button>
      <Toaster />
    </>,
  )
}

test('a notification disappears after its time, and only one shows', async () => {
  await open()
  show('First')
  await expect.element(titled('First')).toBeVisible()
  show('Second')
  await expect.element(titled('Second')).toBeVisible()
  await expect.element(titled('First')).not.toBeInTheDocument()
  pass()
  await expect.element(titled('Second')).not.toBeInTheDocument()
})

test.each([
  [
    'closed by hand',
    async () => {
      await page.getByRole('button', { name: 'Close notification' }).click()
      // The next one appears under the mouse, and stays as long as the mouse is over it.
      await userEvent.hover(page.getByRole('button', { name: 'Page' }))
    },
  ],
  [
    'copied from',
    async () => {
      await userEvent.tripleClick(titled('First'))
      await userEvent.keyboard('{Control>}c{/Control}')
      await userEvent.hover(page.getByRole('button', { name: 'Page' }))
      show('Second')
    },
  ],
  [
    'reached by F8 and closed by Escape',
    async () => {
      await page.getByRole('button', { name: 'Page' }).click()
      await userEvent.keyboard('{F8}{Escape}')
    },
  ],
])('the next one disappears after its time when the one before was %s', async (_, close) => {
  await open()
  toast({ title: 'First' })
  await expect.element(titled('First')).toBeVisible()
  await close()
  await expect.element(titled('First')).not.toBeInTheDocument()
  show('Second')
  await expect.element(titled('Second')).toBeVisible()
  pass()
  await expect.element(titled('Second')).not.toBeInTheDocument()
})

test('stays while the mouse is over it, and goes when the mouse leaves', async () => {
  await open()
  show('Read me')
  await userEvent.hover(titled('Read me'))
  pass()
  await expect.element(titled('Read me')).toBeVisible()
  await userEvent.hover(page.getByRole('button', { name: 'Page' }))
  pass()
  await expect.element(titled('Read me')).not.toBeInTheDocument()
})

test('F8 focuses it, Escape returns the focus', async () => {
  await open()
  await page.getByRole('button', { name: 'Page' }).click()
  toast({ title: 'Failed to save progress.' })
  await expect.element(titled('Failed to save progress.')).toBeVisible()
  await userEvent.keyboard('{F8}')
  await expect.element(page.getByRole('region', { name: /Notifications/u }).getByRole('list')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Page' })).toHaveFocus()
})

test('its action can be pressed above an open dialog', async () => {
  let undone = 0
  await render(
    <>
      <Dialog open title="Documents" onClose={() => undefined}>
        <p>payslip.pdf</p>
      </Dialog>
      <Toaster />
    </>,
  )
  toast({ title: 'payslip.pdf was removed', action: { label: 'Undo', onPress: () => (undone += 1) } })
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(undone).toBe(1)
})

describe('its place', () => {
  const area = () => page.getByRole('region', { name: /Notifications/u }).getByRole('list')
  const below = { position: 'fixed', top: '60px', left: 0, width: '100%', height: '30px' } as const
  const focus = (label: string) => {
    const field = page.getByLabelText(label).element()
    if (field instanceof HTMLElement) field.focus()
  }
  const openWith = async (content: ReactNode, width: number) => {
    await page.viewport(width, 844)
    await render(
      <>
        <header style={{ position: 'fixed', top: 0, height: '56px', width: '100%' }} />
        {content}
        <Toaster />
      </>,
    )
    toast({ title: 'Progress Saved' })
    await expect.element(titled('Progress Saved')).toBeVisible()
  }

  test('is below the header on a phone, and at the bottom on a desktop', async () => {
    await openWith(null, 390)
    await expect.element(area()).toHaveAttribute('data-at', 'top')
    expect(area().element().getAttribute('style')).toContain('top: 56px')
    await page.viewport(1280, 844)
    await expect.element(area()).toHaveAttribute('data-at', 'bottom')
  })

  test('is elsewhere where it would cover the field in use', async () => {
    await openWith(
      <>
        <input aria-label="Far from it" style={{ position: 'fixed', top: '780px' }} />
        <input aria-label="City" style={below} />
      </>,
      390,
    )
    await expect.element(area()).toHaveAttribute('data-at', 'top')
    focus('City')
    await expect.element(area()).toHaveAttribute('data-at', 'bottom')
    focus('Far from it')
    await expect.element(area()).toHaveAttribute('data-at', 'top')
  })

  test('is elsewhere where it would cover an error', async () => {
    await openWith(
      <p role="alert" style={below}>
        There is a problem
      </p>,
      390,
    )
    await expect.element(area()).toHaveAttribute('data-at', 'bottom')
  })
})
