import type { BrowserContext } from '@playwright/test'

/** Translates every page of a context as Chrome does; the text stays the same, so that tests still find it. */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(translateAsChromeDoes)
}

/**
 * Runs in pages: replaces each text node, now and later, with a copy in two `<font>` elements. The original node leaves
 * the document, which breaks applications that still refer to it (ADR 0135).
 */
function translateAsChromeDoes(): void {
  const LEFT_ALONE = 'script, style, noscript, textarea, font, [translate="no"]'
  const translate = (text: Text) => {
    if (!/\p{L}/u.test(text.data) || text.parentElement?.closest(LEFT_ALONE) !== null) return
    const tag: string = 'font'
    const [outer, inner] = [document.createElement(tag), document.createElement(tag)]
    inner.append(text.data)
    outer.append(inner)
    text.replaceWith(outer)
  }
  const translateIn = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    if (node instanceof Text) found.push(node)
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    found.forEach(translate)
  }
  addEventListener('load', () => {
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translateIn(target)
        else addedNodes.forEach(translateIn)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
