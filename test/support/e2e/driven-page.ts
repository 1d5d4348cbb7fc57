import { openFirefox, openWebKit, type WebDriver } from './web-driver.ts'
import { until } from './until.ts'

/** WebDriver's key of an element reference (W3C WebDriver, section 12.2). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Whether the next click misses an element and has no effect. Unknown if the click leaves the page. */
const AIM = `
  const [element] = arguments
  window.missed = true
  const judge = (event) => {
    if (element.contains(event.target)) window.missed = false
    else event.stopImmediatePropagation(), event.preventDefault()
  }
  addEventListener('click', judge, { capture: true, once: true })`

type Found = Record<typeof ELEMENT, string>

/** A page in Firefox or WebKit, as a user sees it. */
export class DrivenPage {
  readonly #driver: WebDriver

  private constructor(driver: WebDriver) {
    this.#driver = driver
  }

  /** Starts the browser that this run is for. */
  static async open(): Promise<DrivenPage> {
    const { TEST_IN_FIREFOX: firefox, TEST_IN_WEBKIT: webKit } = process.env
    return new DrivenPage(firefox ? await openFirefox(firefox) : await openWebKit(webKit ?? ''))
  }

  /** Where it saves files without asking; null where it saves none. */
  get downloads(): string | null {
    return this.#driver.downloads
  }

  async close(): Promise<void> {
    await this.#driver.close()
  }

  async goTo(url: string): Promise<void> {
    await this.#driver.send('goTo', { url })
  }

  async back(): Promise<void> {
    await this.#driver.send('back')
  }

  async forward(): Promise<void> {
    await this.#driver.send('forward')
  }

  async reload(): Promise<void> {
    await this.#driver.send('reload')
  }

  /** The visible text of a selector with normal spaces; empty if missing. */
  async text(selector: string): Promise<string> {
    const text = await this.#script('return document.querySelector(arguments[0])?.innerText ?? ""', selector)
    return String(text).replaceAll(/\s+/gu, ' ')
  }

  async value(label: string): Promise<string> {
    const field = await this.#field(label)
    return (await this.#script('return arguments[0].value', field)) as string
  }

  /** Replaces the value of a labelled field by typing. */
  async type(label: string, typed: string): Promise<void> {
    const field = await this.#field(label)
    await this.#scrollTo(field)
    if ((await this.value(label)) !== '') await this.#driver.send('clear', { id: field[ELEMENT] })
    await this.#driver.send('type', { id: field[ELEMENT], text: typed })
    await until(
      async () => signsOf(await this.value(label)) === signsOf(typed),
      async () => `“${typed}” in “${label}”, and there is “${await this.value(label)}”`,
    )
  }

  /** Selects an option by its text. */
  async choose(label: string, choice: string): Promise<void> {
    const list = await this.#field(label)
    const option = (await this.#script(
      'return [...arguments[0].options].find((one) => one.text === arguments[1])',
      list,
      choice,
    )) as Found
    await this.#driver.send('click', { id: option[ELEMENT] })
  }

  /** Answers a question with a few choices. */
  async pick(question: string, answer: string): Promise<void> {
    await this.#click(
      await this.#find(
        `const group = [...document.querySelectorAll('fieldset')].find((one) => one.querySelector('legend')?.textContent.startsWith(arguments[0]))
        return [...(group?.querySelectorAll('label') ?? [])].find((one) => one.checkVisibility() && one.textContent.trim() === arguments[1])?.control ?? null`,
        question,
        answer,
      ),
    )
  }

  /** Gives files to the first uploader of the page. */
  async upload(file: string): Promise<void> {
    const [input] = (await this.#script(
      `return [...document.querySelectorAll('input[type=file]')]`,
    )) as Found[]
    if (input === undefined) throw new Error('There is no uploader.')
    await this.#driver.send('type', { id: input[ELEMENT], text: file })
  }

  /** Clicks a button or link by its name, once it is enabled. */
  async press(name: string): Promise<void> {
    await this.#click(
      await this.#find(
        `return [...document.querySelectorAll('button, a, [role=button]')].find((one) => one.checkVisibility() && one.ariaDisabled !== 'true'
        && !one.disabled && (one.getAttribute('aria-label') ?? one.textContent).trim() === arguments[0]) ?? null`,
        name,
      ),
    )
  }

  /** Ticks all visible checkboxes of a selector. */
  async tickAll(selector: string): Promise<void> {
    const next = `return [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility() && !one.checked) ?? null`
    await until(
      async () => {
        const box = (await this.#script(next, selector)) as Found | null
        if (box !== null) await this.#click(box)
        return box === null
      },
      () => Promise.resolve(`every “${selector}” to be ticked`),
    )
  }

  async waitForHeading(heading: string): Promise<void> {
    await until(
      async () => (await this.text('h1')) === heading,
      async () => `“${heading}”, and there is “${await this.text('h1')}” at ${await this.#address()}`,
    )
  }

  /** Waits for an address with this end. */
  async waitForAddress(end: string): Promise<void> {
    await until(
      async () => (await this.#address()).endsWith(end),
      async () => `an address that ends in “${end}”, and it is ${await this.#address()}`,
    )
  }

  async waitForText(selector: string, text: string): Promise<void> {
    await until(
      async () => (await this.text(selector)).includes(text),
      async () => `“${text}” in “${await this.text(selector)}”`,
    )
  }

  async #address(): Promise<string> {
    return (await this.#script('return location.href')) as string
  }

  async #field(label: string): Promise<Found> {
    return this.#find(
      `return [...document.querySelectorAll('label')].find((one) => one.checkVisibility() && one.control
        && one.textContent.trim().startsWith(arguments[0]))?.control ?? null`,
      label,
    )
  }

  /** Clicks until it hits: the driver uses an earlier position, and the page may still be rendering. */
  async #click(element: Found): Promise<void> {
    await until(
      async () => {
        await this.#scrollTo(element)
        await this.#script(AIM, element)
        await this.#driver.send('click', { id: element[ELEMENT] })
        return (await this.#script('return window.missed')) !== true
      },
      () => Promise.resolve('a click that hits'),
    )
  }

  /**
   * Scrolls first. Debian's driver usually does that itself, but sometimes reports an element further down as "not
   * interactable" indefinitely.
   */
  #scrollTo(element: Found): Promise<unknown> {
    return this.#script('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', element)
  }

  async #find(script: string, name: string, ...more: string[]): Promise<Found> {
    let found: Found | null = null
    await until(
      async () => (found = (await this.#script(script, name, ...more)) as Found | null) !== null,
      () => Promise.resolve(`“${name}” on the page`),
    )
    if (found === null) throw new Error(`“${name}” is not there.`)
    return found
  }

  #script(script: string, ...args: unknown[]): Promise<unknown> {
    return this.#driver.send('run', { script, args })
  }
}

/** Letters and digits only, because amounts are grouped on blur. */
function signsOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}
