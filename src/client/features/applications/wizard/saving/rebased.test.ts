import { expect, test } from 'vitest'
import { applicationOf } from '#test/support/draft-application.ts'
import { rebased } from './rebased.ts'

const base = applicationOf({ city: 'Cape Town', postalCode: '8001', assets: { stocks: 1, bonds: 2 } })
const saved = {
  ...base,
  city: 'Durban',
  postalCode: '4001',
  mobileNumber: '+27821234567',
  assets: { stocks: 10, bonds: 20 },
}

test('what was sent is compared with what the server keeps of it, all else with what it was', () => {
  const sent = { city: 'Durban', mobileNumber: '082 123 4567', assets: { stocks: 10 } }
  expect(rebased(base, sent, saved)).toMatchObject({
    city: 'Durban',
    mobileNumber: '+27821234567',
    postalCode: '8001',
    assets: { stocks: 10, bonds: 2 },
  })
})

test('nothing sent changes nothing', () => {
  expect(rebased(base, {}, saved)).toEqual(base)
})
