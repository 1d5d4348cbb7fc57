import type { BrowserContext, Page } from '@playwright/test'

const FAILED_LOAD = /^Failed to load resource: (?:the server responded with a status of (\d+)|(net::\S+))/u

/** What a browser says of an answer from another site that it does not let pages read. */
const NOT_READABLE = /^Access to XMLHttpRequest at '(\S+)' from origin/u

/** Something that a test provokes: an answer of this status, or none ("no answer"), from addresses with this path. */
interface Expected {
  failure: number | 'no answer'
  path: string
  /** What the address ends with besides, its query included. */
  end?: string
}

/**
 * A user who opens a page is not signed in yet. The small picture of a file may still be on its way when a user signs out or removes the
 * file: its row is gone by then, and shows a sign where it is not. The last words of a page that is reloaded may arrive after the next
 * one has read the answers: it reads them again, and saves its draft again.
 */
const ALWAYS_EXPECTED: readonly Expected[] = [
  { failure: 401, path: '/api/user' },
  { failure: 401, path: '/api/documents/', end: '/thumbnail' },
  { failure: 404, path: '/api/documents/', end: '/thumbnail' },
  // The bell of staff asks whenever a page opens or is come back to, signed out and offline too.
  { failure: 401, path: '/api/notifications/unread' },
  { failure: 'no answer', path: '/api/notifications/unread' },
  // What a dialog would mail is looked at before it is refused by the very call.
  { failure: 400, path: '/api/staff/mail-previews' },
  { failure: 409, path: '/api/staff/mail-previews' },
  { failure: 412, path: '/api/application', end: '?draft=1' },
]

/**
 * Listens to the pages of browsers, and keeps what should not happen: errors on the console, violations of the
 * content policy among them, errors that no one caught, presses that do nothing, and requests to any other site than
 * the product's and its bucket's.
 */
export class Watch {
  readonly problems: string[] = []
  readonly #origins: readonly (string | undefined)[]
  readonly #expected: Expected[] = [...ALWAYS_EXPECTED]

  /** @param origins where pages may send requests to */
  constructor(origins: readonly (string | undefined)[]) {
    this.#origins = origins
  }

  /** Says what a test provokes on purpose. */
  expect(failure: Expected['failure'], path: string): void {
    this.#expected.push({ failure, path })
  }

  /** From its first page on: what is to be in every page is asked for before there is one. */
  async over(context: BrowserContext): Promise<void> {
    // A page that is closed at once has nothing to tell.
    context.on('page', (page) => void this.#watchPolicy(page).catch(() => undefined))
    context.on('weberror', (error) => this.problems.push(`not caught: ${error.error().message}`))
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (/^https?:$/u.test(protocol) && !this.#origins.includes(origin))
        this.problems.push(`asked ${request.url()}`)
    })
    context.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = message.text()
      const { url } = message.location()
      if (!this.#isExpected(text, url)) this.problems.push(`${text} (${url})`)
    })
    await context.addInitScript(reportLostPresses)
  }

  /**
   * What a page tries against the content policy and catches, making functions from text say, is no error on the
   * console: the browser's own list of issues tells.
   */
  async #watchPolicy(page: Page): Promise<void> {
    const browser = await page.context().newCDPSession(page)
    browser.on('Audits.issueAdded', ({ issue }) => {
      const violation = issue.details.contentSecurityPolicyIssueDetails
      if (violation === undefined) return
      const {
        violatedDirective,
        contentSecurityPolicyViolationType: type,
        blockedURL,
        sourceCodeLocation,
      } = violation
      const what = [violatedDirective, type, blockedURL, sourceCodeLocation?.url].filter(Boolean).join(' ')
      this.problems.push(`against the content policy: ${what}`)
    })
    await browser.send('Audits.enable')
  }

  #isExpected(text: string, url: string): boolean {
    const [, notReadable] = NOT_READABLE.exec(text) ?? []
    if (notReadable !== undefined) return this.#expects('no answer', notReadable)
    const [, status, noAnswer] = FAILED_LOAD.exec(text) ?? []
    if (status === undefined && noAnswer === undefined) return false
    return this.#expects(status === undefined ? 'no answer' : Number(status), url)
  }

  #expects(failure: Expected['failure'], url: string): boolean {
    if (!URL.canParse(url)) return false
    const { pathname, search } = new URL(url)
    return this.#expected.some(
      ({ failure: expected, path, end = '' }) =>
        expected === failure && pathname.startsWith(path) && `${pathname}${search}`.endsWith(end),
    )
  }
}

/**
 * Runs in pages: says on the console what was pressed and not clicked. A control that moves, goes or is closed between the pressing
 * and the release, since something came on the screen above it, gets no click: the user sees that nothing happens.
 */
function reportLostPresses(): void {
  const CONTROLS = 'button:enabled, a[href], summary'
  const TOUCH_CLICK_MS = 500
  let pressed: Element | null = null
  const ofControl = ({ target }: Event) => (target instanceof Element ? target.closest(CONTROLS) : null)
  const listen = (name: string, heard: (event: Event) => void) =>
    window.addEventListener(name, heard, { capture: true })
  listen('pointerdown', (event) => (pressed = ofControl(event)))
  // A click beside it goes to what is around both places.
  listen('click', (event) => (pressed = ofControl(event) === pressed ? null : pressed))
  for (const ending of ['pointercancel', 'dragstart']) listen(ending, () => (pressed = null))
  listen('pointerup', (event) =>
    // The click of a mouse follows its release in the same turn; that of a finger is a later event.
    setTimeout(
      () => {
        // One that says "Saving..." is at work already.
        if (pressed !== null && pressed.ariaDisabled !== 'true')
          // What is listened to here; the product would report an error that no one caught.
          // oxlint-disable-next-line no-console
          console.error(`pressed in vain: ${(pressed.ariaLabel ?? pressed.textContent).trim()}`)
        pressed = null
      },
      event instanceof PointerEvent && event.pointerType === 'touch' ? TOUCH_CLICK_MS : 0,
    ),
  )
}
