import {
  isLetterPlaceholder,
  letterBlockLabels,
  letterPlaceholderLabels,
  parseLetter,
  type LetterPart,
  type LetterPlaceholder,
} from '#features/brand/rules/letter/markup.ts'

/** Strong text, and placeholders. */
const MARKS = /\*\*(.+?)\*\*|\{(\w+)\}/gu

function element(tag: string, children: readonly (Node | string)[], className = ''): HTMLElement {
  const made = document.createElement(tag)
  made.append(...children)
  if (className !== '') made.className = className
  return made
}

/** A fact that the letter names, as one thing that is moved or deleted whole. */
export function chipOf(name: LetterPlaceholder): HTMLElement {
  const chip = element('span', [letterPlaceholderLabels[name]], 'letter-chip')
  chip.contentEditable = 'false'
  chip.dataset['fact'] = name
  return chip
}

/** Text with strong words and facts. */
function inline(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = []
  let end = 0
  for (const { 0: whole, 1: strong, 2: name = '', index } of text.matchAll(MARKS)) {
    if (strong === undefined && !isLetterPlaceholder(name)) continue
    nodes.push(text.slice(end, index))
    nodes.push(isLetterPlaceholder(name) ? chipOf(name) : element('strong', inline(strong ?? '')))
    end = index + whole.length
  }
  return [...nodes, text.slice(end)]
}

function nodeOf(part: LetterPart): HTMLElement {
  if (part.kind === 'heading') return element('h2', inline(part.text))
  if (part.kind === 'paragraph') return element('p', inline(part.text))
  if (part.kind === 'list') {
    const items = part.items.map((item) => element('li', inline(item)))
    return element(part.ordered ? 'ol' : 'ul', items)
  }
  const block = element('p', [`Filled in: ${letterBlockLabels[part.name]}`], 'letter-block')
  block.contentEditable = 'false'
  block.dataset['block'] = part.name
  return block
}

/** A text of the letter as it is read, for editing in place. */
export function letterNodes(text: string): HTMLElement[] {
  return parseLetter(text).map(nodeOf)
}

const isStrong = (node: HTMLElement) =>
  node.matches('b, strong') || Number.parseInt(node.style.fontWeight, 10) >= 600

/** The text of a node in one line, with its marks. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll(/\s+/gu, ' ')
  if (!(node instanceof HTMLElement)) return ''
  const { fact } = node.dataset
  if (fact !== undefined) return `{${fact}}`
  const inner = [...node.childNodes].map(textOf).join('')
  if (node.matches('br')) return ' '
  return isStrong(node) && inner.trim() !== ''
    ? `**${inner.trim()}**${inner.endsWith(' ') ? ' ' : ''}`
    : inner
}

function partOf(node: Node): string {
  if (!(node instanceof HTMLElement)) return textOf(node).trim()
  const { block } = node.dataset
  if (block !== undefined) return `[${block}]`
  if (node.matches('ul, ol')) {
    const isOrdered = node.matches('ol')
    return [...node.children]
      .map((item) => textOf(item).trim())
      .filter((text) => text !== '')
      .map((text, index) => (isOrdered ? `${index + 1}. ${text}` : `- ${text}`))
      .join('\n')
  }
  // A browser puts a line into a `div` where it finds no paragraph, and lists into paragraphs.
  if (node.querySelector('p, ul, ol, div, h2') !== null) return lettersText(node)
  const text = textOf(node).trim()
  return node.matches('h2') && text !== '' ? `# ${text}` : text
}

/** The stored text of what was edited in place. */
export function lettersText(editor: HTMLElement): string {
  return [...editor.childNodes]
    .map(partOf)
    .filter((text) => text !== '')
    .join('\n\n')
}
