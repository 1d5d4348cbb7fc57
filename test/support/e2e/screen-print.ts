import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const SOURCES = fileURLToPath(new URL('../../../src', import.meta.url))
const WORD = /\p{L}+/gu

/** The words that our sources are written with, and so all that a screen says of itself. Tests name people, and say nothing on a screen. */
const words = new Set(
  globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.*'] }).flatMap(
    (file) => readFileSync(`${SOURCES}/${file}`, 'utf8').match(WORD) ?? [],
  ),
)

/** What our sources say, and which of it a screen says is chance: written the same everywhere. */
const VARYING: readonly [pattern: RegExp, same: string][] = [
  [
    /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/gu,
    'month',
  ],
  [/\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/gu, 'month'],
  [/\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/gu, 'day'],
  [/\b(?:just now|yesterday|today|… \w+ ago)\b/gu, 'when'],
  // One day, two days.
  [/… (\w+?)s?\b/gu, '… $1'],
]

/**
 * What a screen is made of, in twelve letters: its elements, their colours, sizes and spaces, and what it says of itself.
 * People, secrets, references, figures and dates are none of it: they come from a test, or from chance. Neither is what is told
 * for a moment (toasts, what is read aloud, whether something is saved already), nor a colour on its way. Of a screen with a dialog
 * it is the dialog: what lies below has a print of its own, and in a list others' rows. A photograph that was taken at another print
 * shows a screen that looks otherwise now.
 */
export async function screenPrint(page: Page): Promise<string> {
  const parts = await page.evaluate(() => {
    const STYLES = [
      'display',
      'color',
      'backgroundColor',
      'fontSize',
      'fontWeight',
      'padding',
      'gap',
    ] as const
    // A spinner turns for ever: it cannot be brought to its end.
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    for (const animation of moving) animation.finish()
    const isOfTheMoment = '[aria-label^=Notifications], svg, [role=status], [aria-live]'
    // What has nothing in it waits for something: a small picture, say.
    const isShown = (element: Element) =>
      element.checkVisibility() &&
      element.closest(isOfTheMoment) === null &&
      !element.matches(':is(div, span):empty')
    const inFront = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    return [inFront, ...inFront.querySelectorAll('*')].filter(isShown).map((element) => {
      const styles = getComputedStyle(element)
      const said = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
      return {
        looks: [element.localName, ...STYLES.map((style) => styles[style])].join('|'),
        said: said.join(' '),
      }
    })
  })
  // How many rows of a kind there are is chance where others work on the same data.
  const lines = new Set(parts.map(({ looks, said }) => `${looks}|${saidOfItself(said)}`))
  return createHash('sha256')
    .update([...lines].toSorted().join('\n'))
    .digest('base64url')
    .slice(0, 12)
}

function saidOfItself(text: string): string {
  const known = text
    .split(/\s+/u)
    .filter(Boolean)
    .map((part) => (isOurs(part) ? part : '…'))
  const same = VARYING.reduce((said, [pattern, word]) => said.replaceAll(pattern, word), known.join(' '))
  return same.replaceAll(/…(?: …)+/gu, '…')
}

function isOurs(part: string): boolean {
  return !/[\d@]/u.test(part) && (part.match(WORD) ?? []).every((word) => words.has(word))
}
