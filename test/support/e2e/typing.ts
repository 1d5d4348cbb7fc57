import { expect, type Locator, type Page } from '@playwright/test'

/** What is typed or chosen in each field, by its name; a pattern stands for rows (`childrenDetails.0.idNumber`). */
export type Fillings = Readonly<Record<string, string>>

const FIELDS = ['input:not([type=file], [type=hidden])', 'select', 'textarea']
  .map((control) => `main ${control}:not([disabled], [readonly], [aria-hidden=true])`)
  .join(', ')

/** The visible fields in the order of the page; those of radio buttons once for each group. */
async function fieldsOn(page: Page): Promise<{ id: string; name: string; kind: string }[]> {
  return page.locator(FIELDS).evaluateAll((all) =>
    all
      .filter((field) => field.checkVisibility())
      .map((field) => {
        const { id, name, type } = field as HTMLInputElement
        return { id, name: name || id, kind: type }
      }),
  )
}

const byId = (page: Page, id: string) => page.locator(`[id="${id}"]`)

/** Types as people do: a first try, everything deleted, the final text; no key is lost to another element. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.press('ControlOrMeta+a')
  for (const key of text.slice(0, 3)) await field.page().keyboard.press(key)
  await field.press('ControlOrMeta+a')
  await field.press('Backspace')
  await expect(field).toHaveValue('')
  await field.pressSequentially(text)
  await expect(field).toBeFocused()
  expect((await field.inputValue()).replaceAll(/[\s.]/gu, '')).toContain(text.replaceAll(/[\s.]/gu, ''))
}

/**
 * Fills in every field of the page, also those that an answer brings about, key by key. After a failed attempt this
 * finds everything that takes the focus away for a changed value.
 *
 * @param fillings must name every field that is typed in; checkboxes are ticked unless they say '' here, and lists and
 *   radio buttons take their first choice
 * @returns the names of the fields
 */
export async function typeIntoAll(page: Page, fillings: Fillings): Promise<string[]> {
  const done = new Set<string>()
  for (;;) {
    const next = (await fieldsOn(page)).find(({ id, name, kind }) => !done.has(kind === 'radio' ? name : id))
    if (next === undefined) return [...done]
    const { id, name, kind } = next
    done.add(kind === 'radio' ? name : id)
    const filling = fillings[name] ?? fillings[id]
    if (kind === 'checkbox') {
      if (filling !== '') await byId(page, id).check()
    } else if (kind === 'radio') {
      const value = filling === undefined ? '' : `[value="${filling}"]`
      await page.locator(`main input[type=radio][name="${name}"]${value}`).first().check()
    } else if (kind.startsWith('select')) {
      await byId(page, id).selectOption(filling ?? { index: 1 })
    } else if (filling === undefined) {
      throw new Error(`Nothing to type for ${name} (${id}, ${kind})`)
    } else {
      await typeInto(byId(page, id), filling)
    }
  }
}
