import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { NewPasswordField } from './new-password-field.tsx'

const owner = { username: 'thandi@people.example', firmName: 'The firm' }
const field = (error?: string) => <NewPasswordField label="Password" name="password" {...{ owner, error }} />

test.each([
  ['the policy refuses while typing', 'Password1234!', undefined],
  ['the server refuses', 'a quiet harbour wall', 'This password is too easy to guess. Please choose another'],
])('what %s is never shown as strong', async (_, password, error) => {
  const screen = await render(field())
  await screen.getByLabelText('Password', { exact: true }).fill(password)
  await screen.rerender(field(error))
  await expect.element(screen.getByText(/too easy to guess/u)).toBeVisible()
  await expect.element(screen.getByText('Password strength: Very weak')).toBeVisible()
  await screen.rerender(field())
})

test('a good password is strong, and an empty field says nothing of strength', async () => {
  const screen = await render(field('Please enter a new password'))
  await expect.element(screen.getByText(/Password strength/u)).not.toBeInTheDocument()
  await screen.getByLabelText('Password', { exact: true }).fill('a quiet Harbour wall 7!')
  await screen.rerender(field())
  await expect.element(screen.getByText('Password strength: Strong')).toBeVisible()
})
