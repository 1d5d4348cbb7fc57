import { expect, test, vi } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { ApiError } from '#base/client/lib/api.ts'
import type { ApplicationApi } from '../saving/application-api.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { saveTick } from './save-tick.ts'

const outdated = new ApiError({
  status: 412,
  statusText: 'Precondition Failed',
  body: JSON.stringify({ title: 'x', status: 412, detail: 'x', code: 'version-conflict' }),
})

/** A server that holds one version, while this page still knows another. */
function portsFor(known: Application, saved: Application) {
  let here = known
  const put = vi.fn<ApplicationApi['put']>(async (_body, ifMatch) => {
    if (ifMatch.version !== saved.version) throw outdated
    return saved
  })
  const reload = async () => {
    here = saved
    return saved
  }
  return { put, ports: { known: () => here, put, reload } }
}

const before = applicationOf({ city: 'Cape Town', version: 3 })

test('a tick is saved alone, under the version that is known', async () => {
  const { ports, put } = portsFor(before, before)
  expect(await saveTick(ports, { name: 'terms', ticked: true, seen: before })).toBe('saved')
  expect(put).toHaveBeenCalledExactlyOnceWith({ confirmations: { terms: true } }, before)
})

test('where only documents came meanwhile, it is saved under the new version', async () => {
  const { ports, put } = portsFor(before, { ...before, version: 4 })
  expect(await saveTick(ports, { name: 'accurate', ticked: true, seen: before })).toBe('saved')
  expect(put.mock.calls.map(([, ifMatch]) => ifMatch.version)).toEqual([3, 4])
})

test('answers that changed unseen are not confirmed to be accurate', async () => {
  const { ports, put } = portsFor(before, { ...before, city: 'Durban', version: 4 })
  expect(await saveTick(ports, { name: 'accurate', ticked: true, seen: before })).toBe('changed')
  expect(put).toHaveBeenCalledTimes(1)
})

test('the order in which amounts were saved, and those not answered, make no difference', async () => {
  const seen = applicationOf({
    assets: { stocks: 5, bonds: null, otherInvestmentsTypes: 'Gold', cashOnHand: 1 },
  })
  const known = applicationOf({ assets: { cashOnHand: 1, otherInvestmentsTypes: 'Gold', stocks: 5 } })
  const { ports } = portsFor(known, known)
  expect(await saveTick(ports, { name: 'accurate', ticked: true, seen })).toBe('saved')
})

test.each([
  ['terms', true],
  ['accurate', false],
] as const)('%s can be set to %s whatever the answers are', async (name, ticked) => {
  const { ports } = portsFor(before, { ...before, city: 'Durban', version: 4 })
  expect(await saveTick(ports, { name, ticked, seen: before })).toBe('saved')
})

test('a failure is reported as one', async () => {
  const { ports } = portsFor(before, before)
  const failing = {
    ...ports,
    put: () => Promise.reject(new ApiError({ status: 500, statusText: '', body: '' })),
  }
  expect(await saveTick(failing, { name: 'terms', ticked: true, seen: before })).toBe('failed')
})

test('a tab that saves without end is given up on', async () => {
  const put = vi.fn<ApplicationApi['put']>(() => Promise.reject(outdated))
  const ports = { known: () => before, put, reload: async () => before }
  expect(await saveTick(ports, { name: 'terms', ticked: true, seen: before })).toBe('failed')
  expect(put).toHaveBeenCalledTimes(4)
})
