import { expect, test } from 'vitest'
import { hasMedicalAid } from './medical-aid.ts'

test.each([
  [null, null, null],
  ['', ' ', null],
  ['None', 'none', false],
  ['Bonitas', null, true],
  ['None', null, true],
  ['Bonitas', 'None', true],
])('company %j and plan %j mean %j', (medicalAidCompany, medicalAidPlan, expected) => {
  expect(hasMedicalAid({ medicalAidCompany, medicalAidPlan })).toBe(expected)
})
