import { expect, test } from 'vitest'
import { checkChange, summaryTitle } from './check-new-password.ts'

const owner = { username: 'thandi@example.com', firmName: 'Meridian Private Wealth' }
const GOOD = 'lantern on a hill'
const FILL_IN = 'Please fill in all fields'

test.each([
  ['', '', '', ['currentPassword', 'newPassword', 'confirmPassword'], FILL_IN],
  ['old', '', '', ['newPassword', 'confirmPassword'], FILL_IN],
  ['', GOOD, 'another', ['currentPassword'], FILL_IN],
  ['old', GOOD, `${GOOD}s`, ['confirmPassword'], undefined],
  ['old', 'short', 'short', ['newPassword'], undefined],
  ['old', 'Password1234', 'Password1234', ['newPassword'], undefined],
  ['old', GOOD, GOOD, [], undefined],
])(
  'finds the problems of current %j, new %j, repeated %j: %j',
  async (currentPassword, newPassword, confirmPassword, wrong, title) => {
    const problems = await checkChange({ currentPassword, newPassword, confirmPassword }, owner)
    expect(Object.keys(problems)).toEqual(wrong)
    expect(summaryTitle(problems)).toBe(title)
  },
)

test('uses the texts of the specification', async () => {
  const change = (newPassword: string, confirmPassword: string) =>
    checkChange({ currentPassword: 'old', newPassword, confirmPassword }, owner)
  expect(await change('one', 'two')).toEqual({ confirmPassword: 'New passwords do not match' })
  expect(await change('short', 'short')).toEqual({
    newPassword: 'New password must be at least 12 characters long',
  })
})
