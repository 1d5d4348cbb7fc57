import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Checkbox } from './checkbox.tsx'
import { DateSelect } from './date-select.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { PasswordInput } from './password-input.tsx'
import { YesNo } from './radio-group.tsx'
import { SearchBox } from './search-box.tsx'
import { Select } from './select.tsx'
import { Tabs } from './tabs.tsx'
import { TextInput } from './text-input.tsx'
import './styles/main.css'

test.each([
  [
    'a text field',
    <TextInput key="" name="x" label="Surname" hint="As on your ID" error="Enter your surname" />,
  ],
  [
    'a list',
    <Select key="" name="x" label="Surname" hint="As on your ID" error="Enter your surname" options={[]} />,
  ],
  [
    'a checkbox',
    <Checkbox key="" name="x" label="Surname" hint="As on your ID" error="Enter your surname" />,
  ],
])('%s announces its hint and its error', async (_, element) => {
  await render(element)
  const field = page.getByLabelText('Surname')
  await expect.element(field).toHaveAccessibleDescription(/As on your ID.*Error: Enter your surname/u)
  await expect.element(field).toBeInvalid()
})

test('the summary of errors takes the focus at each attempt, and its links go to the fields', async () => {
  const errors = [{ fieldId: 'surname', message: 'Enter your surname' }]
  const draw = (attempt: number) => (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextInput id="surname" label="Surname" />
      <button type="button">Next</button>
    </>
  )
  const screen = await render(draw(1))
  await expect.element(page.getByRole('alert')).toHaveFocus()
  await page.getByRole('link', { name: 'Enter your surname' }).click()
  await expect.element(page.getByLabelText('Surname')).toHaveFocus()
  await page.getByRole('button', { name: 'Next' }).click()
  await screen.rerender(draw(2))
  await expect.element(page.getByRole('alert')).toHaveFocus()
})

test('an error that arises while typing takes no focus and is not listed before the next attempt', async () => {
  const draw = (attempt: number, ...ids: string[]) => (
    <>
      <ErrorSummary
        errors={ids.map((fieldId) => ({ fieldId, message: `Enter ${fieldId}` }))}
        {...{ attempt }}
      />
      <TextInput id="city" label="City" />
    </>
  )
  const screen = await render(draw(0))
  const city = page.getByLabelText('City')
  await city.click()
  await screen.rerender(draw(1, 'street', 'city'))
  await city.click()
  const listed = () =>
    page
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent)
  for (const [now, expected] of [
    [['street', 'code'], ['Enter street']],
    [['code'], []],
    [['street', 'city', 'code'], []],
  ]) {
    await screen.rerender(draw(1, ...(now ?? [])))
    await expect.poll(listed).toEqual(expected)
    await expect.element(city).toHaveFocus()
  }
  await screen.rerender(draw(2, 'code'))
  await expect.element(page.getByRole('alert')).toHaveFocus()
  expect(listed()).toEqual(['Enter code'])
})

test.each(['Confirm', 'A statement of a few lines, '.repeat(20)])(
  'the error of a checkbox belongs to its own box: %s',
  async (label) => {
    await render(
      <div className="grid">
        <Checkbox name="first" label={<span data-testid="text">{label}</span>} error="Please tick" />
        <Checkbox name="second" label="Another" />
      </div>,
    )
    const box = (element: Element) => element.getBoundingClientRect()
    const error = box(page.getByText('Please tick').element())
    const own = box(page.getByTestId('text').element())
    const next = box(page.getByRole('checkbox', { name: 'Another' }).element())
    expect(error.top - own.bottom).toBeGreaterThanOrEqual(0)
    expect(error.top - own.bottom).toBeLessThanOrEqual(8)
    expect(next.top - error.bottom).toBeGreaterThanOrEqual(16)
  },
)

test('a password is hidden until it is asked for', async () => {
  await render(<PasswordInput label="Password" name="password" />)
  const field = page.getByLabelText('Password', { exact: true })
  await expect.element(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(field).toHaveAttribute('type', 'password')
})

test('a date loses a day that its month does not have, and says so', async () => {
  const changed = vi.fn<(value: string) => void>()
  function Birthday() {
    const [value, setValue] = useState('1980-01-31')
    changed(value)
    return (
      <DateSelect label="Date of birth" name="birth" value={value} onValueChange={setValue} lastYear={2026} />
    )
  }
  await render(<Birthday />)
  await page.getByLabelText('Month').selectOptions('February')
  expect(changed).toHaveBeenLastCalledWith('1980-02-')
  await expect.element(page.getByText(/31/u).last()).toBeInTheDocument()
  await page.getByLabelText('Day').selectOptions('29')
  expect(changed).toHaveBeenLastCalledWith('1980-02-29')
})

test('a yes-or-no question is answered by the keyboard', async () => {
  const answered = vi.fn<(value: boolean) => void>()
  await render(<YesNo label="Do you have a will?" name="will" value={null} onValueChange={answered} />)
  await userEvent.tab()
  await userEvent.keyboard(' ')
  expect(answered).toHaveBeenLastCalledWith(true)
  await userEvent.keyboard('{ArrowRight}')
  expect(answered).toHaveBeenLastCalledWith(false)
})

test('tabs move by arrow keys and open by Enter', async () => {
  const chosen = vi.fn<(name: string) => void>()
  const tabs = [
    { name: 'users', label: 'Users' },
    { name: 'system', label: 'System' },
  ] as const
  await render(
    <Tabs label="Administration" tabs={tabs} value="users" onChange={chosen}>
      Content
    </Tabs>,
  )
  await page.getByRole('tab', { name: 'Users' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: 'System' })).toHaveFocus()
  expect(chosen).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(chosen).toHaveBeenCalledWith('system')
})

test('a search starts after a pause in typing, and follows the address', async () => {
  const onSearch = vi.fn<(search: string) => void>()
  const props = { onSearch, maxLength: 40, placeholder: 'Name' }
  const screen = await render(<SearchBox search="" {...props} />)
  await userEvent.type(page.getByLabelText('Search'), 'Thandi ')
  await vi.waitFor(() => expect(onSearch).toHaveBeenCalledWith('Thandi'))
  expect(onSearch.mock.calls.length).toBeLessThanOrEqual(2)
  await screen.rerender(<SearchBox search="Sizwe" {...props} />)
  await expect.element(page.getByLabelText('Search')).toHaveValue('Sizwe')
})
