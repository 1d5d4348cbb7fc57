import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const TIMEOUT_MS = 20_000
const PAUSE_MS = 100
/** WebDriver's key of an element reference (W3C WebDriver, section 12.2). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Debian's minimal browser for WebKitGTK. */
const MINI_BROWSER = '/usr/{lib/*,libexec}/webkit{2,}gtk-*/MiniBrowser'

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

/** A page in Debian's WebKit over WebDriver: the engine of Safari, and so of most clients' phones. */
export class WebKitPage {
  readonly #session: string
  readonly #ends: () => Promise<void>

  private constructor(session: string, ends: () => Promise<void>) {
    this.#session = session
    this.#ends = ends
  }

  /** Starts a virtual screen, the driver, and a browser. @param driver WebKitWebDriver */
  static async open(driver: string): Promise<WebKitPage> {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const display = `:${await firstLineOf(screen)}`
    const port = await freePort()
    const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' }
    const service = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' })
    const ends = async () => {
      for (const program of [service, screen]) await ended(program)
    }
    const origin = `http://127.0.0.1:${port}`
    await until(() =>
      fetch(`${origin}/status`).then(
        (answer) => answer.ok,
        () => false,
      ),
    )
    const [binary = ''] = globSync(MINI_BROWSER)
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    const { sessionId } = (await send(`${origin}/session`, 'POST', { capabilities: { alwaysMatch } })) as {
      sessionId: string
    }
    return new WebKitPage(`${origin}/session/${sessionId}`, ends)
  }

  async close(): Promise<void> {
    await this.#call('DELETE', '').catch(() => undefined)
    await this.#ends()
  }

  async goTo(url: string): Promise<void> {
    await this.#call('POST', '/url', { url })
  }

  async back(): Promise<void> {
    await this.#call('POST', '/back', {})
  }

  async forward(): Promise<void> {
    await this.#call('POST', '/forward', {})
  }

  async reload(): Promise<void> {
    await this.#call('POST', '/refresh', {})
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
    if ((await this.value(label)) !== '') await this.#call('POST', `/element/${field[ELEMENT]}/clear`, {})
    await this.#call('POST', `/element/${field[ELEMENT]}/value`, { text: typed })
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
    await this.#call('POST', `/element/${option[ELEMENT]}/click`, {})
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
    await this.#call('POST', `/element/${input[ELEMENT]}/value`, { text: file })
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
        await this.#call('POST', `/element/${element[ELEMENT]}/click`, {})
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
    return this.#call('POST', '/execute/sync', { script, args })
  }

  #call(method: string, path: string, body?: object): Promise<unknown> {
    return send(`${this.#session}${path}`, method, body)
  }
}

/** Letters and digits only, because amounts are grouped on blur. */
function signsOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value
}

async function until(holds: () => Promise<boolean>, what = () => Promise.resolve('WebKit')): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited too long for ${await what()}`)
    await pause(PAUSE_MS)
  }
}

async function firstLineOf(program: ChildProcess): Promise<string> {
  const output = program.stdio[3]
  if (output === null || output === undefined || !('on' in output) || !('read' in output))
    throw new Error('Xvfb tells nothing.')
  const [line] = (await once(createInterface(output), 'line')) as [string]
  return line
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return
  program.kill()
  await once(program, 'exit')
}
