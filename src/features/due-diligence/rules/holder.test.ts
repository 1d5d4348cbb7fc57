import { expect, test } from 'vitest'
import { otherHolders } from './holder.ts'

const merwe = ['Johannes Petrus van der Merwe']

test.each([
  ['Thandi Mokoena and Sipho Zulu', ['Thandi Mokoena'], ['Sipho Zulu']],
  ['MR J & MRS S VAN DER MERWE', merwe, ['MRS S VAN DER MERWE']],
  ['J P v d Merwe', merwe, []],
  ['Van der Merwe, J P', merwe, []],
  ['Sipho Completely Else', merwe, ['Sipho Completely Else']],
  ['Sipho Zulu and Ann Smith', ['Thandi Mokoena'], ['Sipho Zulu and Ann Smith']],
])('the holders of %s beside %j are %j', (holder, names, others) => {
  expect(otherHolders(holder, names)).toEqual(others)
})
