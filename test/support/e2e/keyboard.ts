import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'

/** More tab stops than any page has, so the focus has cycled by then. */
const MAX_STOPS = 120

/** The focused element, and whether its focus is visible. */
interface Stop {
  /** Whether it is the wanted element. */
  arrived: boolean
  /** A problem with its visibility; null if none. */
  problem: string | null
}

/**
 * A keyboard-only user. At each tab stop the focus must be visible: an outline around the control or its card, not
 * covered by anything (WCAG 2.4.7 and 2.4.11).
 */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    // From the start: a key press would be faster than the request to intercept file choosers.
    page.on('filechooser', () => undefined)
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key)
  }

  /** Tabs until an element has the focus; does nothing if it already has. */
  async to(target: Locator, { back = false }: { back?: boolean } = {}): Promise<void> {
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled()
    let stop = await readStop(target)
    for (let stops = 0; !stop.arrived; stops += 1) {
      if (stops > MAX_STOPS) throw new Error(`Tab does not lead to ${String(target)}`)
      await this.press(back ? 'Shift+Tab' : 'Tab')
      stop = await readStop(target)
      expect(stop.problem).toBeNull()
    }
    await expect(target).toBeFocused()
  }

  /** Goes to a field and replaces its value. */
  async type(field: Locator, text: string): Promise<void> {
    await this.to(field)
    await this.press('ControlOrMeta+A')
    await this.#page.keyboard.type(text)
  }

  /** Goes to a native select and types the start of an option. */
  async select(list: Locator, entry: string): Promise<void> {
    await this.to(list)
    await this.#page.keyboard.type(entry)
    await expect(list.getByRole('option', { name: entry, exact: true })).toHaveJSProperty('selected', true)
  }

  /** Goes to a group of choices: Tab to the checked or first one, arrow keys, Space. */
  async choose(question: Locator, answer: string): Promise<void> {
    const wanted = question.getByRole('radio', { name: answer, exact: true })
    const radios = question.getByRole('radio')
    const chosen = question.getByRole('radio', { checked: true })
    await this.to((await chosen.count()) > 0 ? chosen : radios.first())
    for (let presses = await radios.count(); presses > 0; presses -= 1) {
      if (await wanted.evaluate((radio) => radio === document.activeElement)) break
      await this.press('ArrowDown')
    }
    await this.press('Space')
    await expect(wanted).toBeChecked()
    await expect(wanted).toBeFocused()
    expect((await readStop(wanted)).problem).toBeNull()
  }

  /** Goes to a button or link, and activates it. */
  async activate(target: Locator, { key = 'Enter', back = false } = {}): Promise<void> {
    await this.to(target, { back })
    await this.press(key)
  }

  /** Goes to a button that opens the file chooser, and opens it. */
  async browse(target: Locator): Promise<FileChooser> {
    await this.to(target)
    const opened = this.#page.waitForEvent('filechooser')
    await this.press('Enter')
    return opened
  }
}

async function readStop(target: Locator): Promise<Stop> {
  return target.evaluate((wanted) => {
    const control = document.activeElement
    const arrived = control === wanted
    if (!(control instanceof HTMLElement) || control === document.body) return { arrived, problem: null }
    const name = `${control.tagName.toLowerCase()} “${control.innerText || control.id}”`
    const card = control.closest('label')
    const marked = [control, card].some((box) => {
      if (box === null) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(box)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    if (!marked && control.tabIndex >= 0)
      return { arrived, problem: `${name} has the focus and does not show it` }
    const { left, top, width, height } = control.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    if (over === null) return { arrived, problem: `${name} has the focus out of sight` }
    const own = [control, card].some((box) => box?.contains(over) === true || over.contains(box))
    return {
      arrived,
      problem: own ? null : `${name} has the focus and is covered by ${over.outerHTML.slice(0, 120)}`,
    }
  })
}
