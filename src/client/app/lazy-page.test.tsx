import { Suspense, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { lazyPage } from './lazy-page.tsx'

const Wizard = () => <h1>Personal Details</h1>

function markup(Page: () => ReactNode) {
  return renderToStaticMarkup(
    <Suspense fallback="Loading...">
      <Page />
    </Suspense>,
  )
}

it('shows the fallback for a page that is not there yet', () => {
  const { Page } = lazyPage(async () => Wizard)
  expect(markup(() => <Page />)).toContain('Loading...')
})

it('shows a page that was fetched ahead at once', async () => {
  const load = vi.fn<() => Promise<typeof Wizard>>(async () => Wizard)
  const { Page, preload } = lazyPage(load)
  preload()
  await load.mock.results[0]?.value
  await Promise.resolve()
  expect(markup(() => <Page />)).toBe('<h1>Personal Details</h1>')
})

it('keeps quiet about a page that could not be fetched ahead', async () => {
  const { preload } = lazyPage(async () => {
    throw new Error('offline')
  })
  expect(preload).not.toThrow()
})
