import { Suspense, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart, preloadWhenIdle } from './lazy-part.tsx'

const Wizard = () => <h1>Personal Details</h1>

function markup(Part: () => ReactNode) {
  return renderToStaticMarkup(
    <Suspense fallback="Loading...">
      <Part />
    </Suspense>,
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('shows the fallback for a part that is not loaded', () => {
  const { Part } = lazyPart(async () => Wizard)
  expect(markup(() => <Part />)).toContain('Loading...')
})

it('shows a preloaded part at once, with its properties', async () => {
  const { Part, preload } = lazyPart(async () => ({ title }: { title: string }) => <h1>{title}</h1>)
  await preload()
  expect(markup(() => <Part title="Your Address" />)).toBe('<h1>Your Address</h1>')
})

it('ignores a failed preload, and fetches the part again', async () => {
  const load = vi.fn<() => Promise<typeof Wizard>>(async () => Wizard)
  load.mockRejectedValueOnce(new Error('offline'))
  const { Part, preload } = lazyPart(load)
  await preload()
  await preload()
  expect(markup(() => <Part />)).toBe('<h1>Personal Details</h1>')
})

it('preloads parts in order, one at a time, until cancelled', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const part = (name: string) => ({
    preload: () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    },
  })
  const callOff = preloadWhenIdle([part('first'), part('second'), part('third')])
  expect(begun).toEqual(['first'])
  ends[0]?.()
  await vi.waitFor(() => expect(begun).toEqual(['first', 'second']))
  callOff()
  ends[1]?.()
  await new Promise(setImmediate)
  expect(begun).toEqual(['first', 'second'])
})
