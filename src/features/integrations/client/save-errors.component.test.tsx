import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { ApiError } from '#base/client/lib/api.ts'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { SaveErrors, useFieldErrors } from './save-errors.tsx'

function Form({ error }: { error: Error | null }) {
  const [values, setValues] = useState({ name: '', url: 'http://x' })
  const fields = useFieldErrors(error, values)
  return (
    <>
      <SaveErrors {...{ error, fields }} attempt={1} />
      {(['name', 'url'] as const).map((name) => (
        <TextInput
          key={name}
          label={name}
          name={name}
          value={values[name]}
          error={fields[name]}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
    </>
  )
}

test('the error of a field leaves with its cause, from the summary too, and those of others stay', async () => {
  const errors = [
    { path: 'name', message: 'Enter a name' },
    { path: 'url', message: 'Use https' },
  ]
  const body = JSON.stringify({ title: 'Bad Request', status: 400, detail: 'No', errors })
  const error = new ApiError({ status: 400, statusText: '', body })
  const screen = await render(<Form error={null} />)
  await screen.rerender(<Form {...{ error }} />)
  await expect.element(screen.getByRole('link', { name: 'Enter a name' })).toBeVisible()
  await screen.getByLabelText('name').fill('Ledger')
  await expect.element(screen.getByText('Enter a name')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: 'Use https' })).toBeVisible()
  await screen.getByLabelText('url').fill('https://x')
  await expect.element(screen.getByText('Use https')).not.toBeInTheDocument()
  await expect.element(screen.getByText('No', { exact: true })).not.toBeInTheDocument()
})
