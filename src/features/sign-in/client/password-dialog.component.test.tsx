import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import { ApiError } from '#base/client/lib/api.ts'
import { PasswordDialog } from './password-dialog.tsx'

const field = page.getByLabelText('Your password', { exact: true })
const submit = () => page.getByRole('button', { name: 'Remove' }).click()

async function open(send: (proof: GivenProof) => Promise<unknown>) {
  const onClose = vi.fn<() => void>()
  await render(
    <PasswordDialog title="Remove it" description="For good." submitLabel="Remove" {...{ send, onClose }} />,
  )
  return onClose
}

function problem(errors: { path: string; message: string }[]): ApiError {
  const body = JSON.stringify({ title: 'Refused', status: 400, detail: 'It cannot be removed.', errors })
  return new ApiError({ status: 400, statusText: 'Bad Request', body })
}

test('a missing or wrong password is reported at its field, and the dialog stays', async () => {
  const wrong = problem([{ path: 'password', message: 'That password is incorrect' }])
  const send = vi.fn<(proof: GivenProof) => Promise<void>>().mockRejectedValue(wrong)
  const onClose = await open(send)
  await submit()
  await expect.element(field).toHaveAccessibleDescription(/Please enter your password/u)
  expect(send).not.toHaveBeenCalled()
  await field.fill('n')
  // An error goes with its cause.
  await expect.element(field).not.toHaveAccessibleDescription(/Please enter your password/u)
  await field.fill('not this one')
  await submit()
  await expect.element(field).toHaveAccessibleDescription(/That password is incorrect/u)
  // The answer of the server takes the focus too.
  await expect.element(page.getByRole('alert')).toHaveFocus()
  await field.fill('nor this one')
  await expect.element(field).not.toHaveAccessibleDescription(/incorrect/u)
  expect(onClose).not.toHaveBeenCalled()
})

test('another error is shown in the dialog until the next attempt, which closes it', async () => {
  const send = vi.fn<(proof: GivenProof) => Promise<void>>().mockResolvedValue()
  send.mockRejectedValueOnce(problem([]))
  const onClose = await open(send)
  await field.fill('four quiet herons')
  await submit()
  await expect.element(page.getByText('It cannot be removed.')).toBeVisible()
  await submit()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(page.getByText('It cannot be removed.').elements()).toHaveLength(0)
  const proof = { by: 'password', password: 'four quiet herons' }
  expect(send.mock.calls).toEqual([[proof], [proof]])
})
