import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'

/** What differs from run to run, day to day: written the same everywhere. */
const VARYING: readonly [pattern: RegExp, same: string][] = [
  [/\S*@\S*/gu, '@'],
  [/\S*\d\S*/gu, '0'],
  [
    /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/gu,
    'month',
  ],
  [/\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/gu, 'month'],
  [/\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/gu, 'day'],
  [/\b(?:just now|yesterday|today|0 \w+ ago)\b/gu, 'when'],
]

/**
 * What a screen is made of, in twelve letters: its elements, their colours, sizes and spaces, and its words, figures and
 * dates aside. A photograph that was taken at another print shows a screen that looks otherwise now.
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
    const isShown = (element: Element) => element.checkVisibility() && element.closest('.toast, svg') === null
    return [...document.querySelectorAll('body, body *')].filter(isShown).map((element) => {
      const styles = getComputedStyle(element)
      const words = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
      return [element.localName, ...STYLES.map((style) => styles[style]), ...words].join('|')
    })
  })
  const same = VARYING.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), parts.join('\n'))
  return createHash('sha256').update(withoutRepetition(same)).digest('base64url').slice(0, 12)
}

/** How many rows of a kind there are is chance where others work on the same data. */
function withoutRepetition(text: string): string {
  return [...new Set(text.split('\n'))].toSorted().join('\n')
}
