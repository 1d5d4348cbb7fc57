import type { BrowserContext, Page } from '@playwright/test'

const FAILED_LOAD = /^Failed to load resource: (?:the server responded with a status of (\d+)|(net::\S+))/u

/** A browser's message about a response blocked by CORS. */
const NOT_READABLE = /^Access to XMLHttpRequest at '(\S+)' from origin/u

/** A provoked error: a status, or no response ("no answer"), from addresses with this path. */
interface Expected {
  failure: number | 'no answer'
  path: string
  /** The end of the address, with its query. */
  end?: string
}

/**
 * Usual errors. A user who opens a page is not signed in yet. A thumbnail may be loading when the user signs out or
 * removes the file. The last save of a reloaded page may arrive after the next page has read the answers, which then
 * reads them and saves its draft again.
 */
const ALWAYS_EXPECTED: readonly Expected[] = [
  { failure: 401, path: '/api/user' },
  { failure: 401, path: '/api/documents/', end: '/thumbnail' },
  { failure: 404, path: '/api/documents/', end: '/thumbnail' },
  // Counts in the header of staff pages load whenever a page opens or regains the focus, also signed out and offline.
  { failure: 401, path: '/api/today' },
  { failure: 'no answer', path: '/api/today' },
  // The mail preview reports the error before the call itself does.
  { failure: 400, path: '/api/staff/mail-previews' },
  { failure: 409, path: '/api/staff/mail-previews' },
  { failure: 412, path: '/api/application', end: '?draft=1' },
  { failure: 412, path: '/api/application/pack/' },
]

/**
 * Records unexpected events in browsers: console errors, content policy violations, uncaught errors, clicks without
 * effect, and requests to any site but the product and its bucket.
 */
export class Watch {
  readonly problems: string[] = []
  readonly #origins: readonly (string | undefined)[]
  readonly #expected: Expected[] = [...ALWAYS_EXPECTED]

  /** @param origins allowed targets of requests */
  constructor(origins: readonly (string | undefined)[]) {
    this.#origins = origins
  }

  /** Allows an error that a test provokes. */
  expect(failure: Expected['failure'], path: string): void {
    this.#expected.push({ failure, path })
  }

  /** Called before the first page, since scripts for every page must be registered first. */
  async over(context: BrowserContext): Promise<void> {
    // A page that closes at once has no messages.
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
   * A content policy violation that the page catches, such as eval, is no console error; the browser reports it as an
   * issue.
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
 * Runs in pages: reports presses without a click. A control that moves or disappears between press and release gets no
 * click, so that nothing happens for the user.
 */
function reportLostPresses(): void {
  const CONTROLS = 'button:enabled, a[href], summary'
  const TOUCH_CLICK_MS = 500
  let pressed: Element | null = null
  const ofControl = ({ target }: Event) => (target instanceof Element ? target.closest(CONTROLS) : null)
  const listen = (name: string, heard: (event: Event) => void) =>
    window.addEventListener(name, heard, { capture: true })
  listen('pointerdown', (event) => (pressed = ofControl(event)))
  // The click goes to the common ancestor of both targets.
  listen('click', (event) => (pressed = ofControl(event) === pressed ? null : pressed))
  for (const ending of ['pointercancel', 'dragstart']) listen(ending, () => (pressed = null))
  listen('pointerup', (event) =>
    // A mouse click follows the release in the same task; a touch click is a later event.
    setTimeout(
      () => {
        // A "Saving..." button is busy already.
        if (pressed !== null && pressed.ariaDisabled !== 'true')
          // Read by this watcher; the product would report an uncaught error.
          // oxlint-disable-next-line no-console
          console.error(`pressed in vain: ${(pressed.ariaLabel ?? pressed.textContent).trim()}`)
        pressed = null
      },
      event instanceof PointerEvent && event.pointerType === 'touch' ? TOUCH_CLICK_MS : 0,
    ),
  )
}
