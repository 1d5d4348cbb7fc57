/** Events of pointers, keys and assistive technology, and of going back. */
const acts = ['pointerdown', 'click', 'keydown', 'input', 'wheel', 'touchmove', 'drop', 'popstate'] as const

/** Whether the user has acted since the session was last extended. Opening the page is an act. */
let acted = true

/** Called for each event; those of scripts are no acts. */
export function noteAct({ isTrusted }: Pick<Event, 'isTrusted'>): void {
  acted ||= isTrusted
}

export function hasActed(): boolean {
  return acted
}

/** The session was extended: another act is needed to extend it again. */
export function actsUsed(): void {
  acted = false
}

// The server, which renders the sign-in page, has no window.
if (typeof window !== 'undefined')
  for (const name of acts) window.addEventListener(name, noteAct, { capture: true, passive: true })
