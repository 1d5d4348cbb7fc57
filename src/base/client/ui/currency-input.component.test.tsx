import fc from 'fast-check'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MAX_CENTS } from '#base/rules/money/rand.ts'
import { amountProblems, figuresAndSpelledOut, readRand, settledAmount } from '#base/rules/money/reading.ts'
import { waysOfWriting } from '#test/support/written-amounts.ts'
import { CurrencyInput } from './currency-input.tsx'

function Amount() {
  const [value, setValue] = useState('')
  return (
    <>
      <CurrencyInput
        label="Savings"
        name="savings"
        value={value}
        onValueChange={setValue}
        onSettled={setValue}
      />
      <button type="button">Elsewhere</button>
    </>
  )
}

async function open() {
  const screen = await render(<Amount />)
  const field = screen.getByRole('textbox', { name: 'Savings' })
  return { screen, field, input: field.element() as HTMLInputElement }
}

/** The text that a screen reader announces with the field. */
function descriptionOf(input: HTMLInputElement): string {
  const ids = (input.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** Each grouping with either decimal mark, and texts from the history of mistakes. */
const EVERY_NTH_WAY = 15
const ways = waysOfWriting.filter(
  (_, index) => index % EVERY_NTH_WAY === Math.floor(index / EVERY_NTH_WAY) % EVERY_NTH_WAY,
)
const amounts = fc.sample(fc.integer({ min: 0, max: MAX_CENTS }), { seed: 850_000, numRuns: ways.length })
const texts = [
  ...ways.map(({ write }, index) => write(amounts[index] ?? 0)),
  '850,000',
  '1,850,000',
  '1,234,567.89',
  '1.850.000',
  '1,234',
  '1234567,8',
  '1,850,0',
  '0,500',
  '10 50',
  '-5000',
  '1000000000000',
  '3.2m',
  '850k',
  'R2 mil',
  '1.5 Million',
  '3.2x',
  ...fc.sample(fc.string({ unit: fc.constantFrom(..."0123456789 ,.'\u00a0R-x"), maxLength: 14 }), {
    seed: 1_850_000,
    numRuns: 8,
  }),
]

test.each(texts.map((text) => ({ text })))(
  'shows and announces what the domain reads: $text',
  async ({ text }) => {
    const { field, input } = await open()
    await userEvent.fill(field, text)
    expect(input.value).toBe(text)
    await userEvent.tab()
    await expect.element(field).toHaveValue(settledAmount(text))
    const reading = readRand(text)
    await expect
      .poll(() => descriptionOf(input).includes('We read this as'))
      .toBe(reading.kind === 'amount' && reading.doubtful)
    if (reading.kind === 'amount' && reading.doubtful)
      expect(descriptionOf(input)).toContain(figuresAndSpelledOut(reading.cents))
    if (reading.kind === 'unreadable') expect(descriptionOf(input)).toContain(amountProblems[reading.problem])
    else expect(descriptionOf(input)).not.toContain('Error')
  },
)

test('keeps the text and the caret while typing', async () => {
  const { field, input } = await open()
  await userEvent.type(field, '1234567')
  await userEvent.keyboard('{Home}{ArrowRight}9')
  expect(input.value).toBe('19234567')
  expect(input.selectionStart).toBe(2)
})

test('removes the interpretation as soon as the text changes', async () => {
  const { screen, field } = await open()
  await userEvent.fill(field, '1,234')
  await userEvent.tab()
  await expect.element(screen.getByText(/We read this as/u)).toBeVisible()
  await userEvent.type(field, 'x')
  await expect.element(screen.getByText(/We read this as/u)).not.toBeInTheDocument()
})

test('groups an amount on Enter, and on pasting over the whole field', async () => {
  const { field, input } = await open()
  await userEvent.fill(field, '1850000')
  await userEvent.keyboard('{Enter}')
  expect(input.value).toBe('1 850 000.00')
  input.select()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', '850k')
  input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(field).toHaveValue('850 000.00')
})
