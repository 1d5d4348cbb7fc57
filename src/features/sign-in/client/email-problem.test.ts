import { expect, test } from 'vitest'
import { usernameSchema } from '#features/access/api/auth.ts'
import { emailProblem } from './email-problem.ts'

test.each(['', '   '])('reports %j as missing', (address) => {
  expect(emailProblem(address)).toBe('Please enter your email address')
})

test.each([
  ['thandi.nkosi@example.com', true],
  ['  Thandi@Example.com ', true],
  ["o'brien+forms@mail.example.co.za", true],
  ['thandi@localhost', true],
  ['thandi', false],
  ['thandi@', false],
  ['@example.com', false],
  ['thandi nkosi@example.com', false],
  ['thandi@example..com', false],
  ['thandi@-example.com', false],
])('checks %j as the server does', (address, isValid) => {
  expect(emailProblem(address) === null).toBe(isValid)
  expect(usernameSchema.safeParse(address).success).toBe(isValid)
})
