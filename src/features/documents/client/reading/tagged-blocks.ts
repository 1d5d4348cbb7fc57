import { tidy, type Block, type Cell } from './blocks.ts'

/** A structure element of a tagged PDF (ISO 32000-1, 14.8), or a reference to marked content. */
export interface StructureNode {
  role?: string
  type?: string
  id?: string
  alt?: string
  children?: readonly StructureNode[]
}

type TextById = ReadonlyMap<string, string>

/** Elements within a line of text. */
const INLINE = new Set(['Span', 'Link', 'Quote', 'Reference', 'Annot', 'Em', 'Strong', 'Lbl', 'Sub'])
const HEADING = /^(?:H[1-6]?|Title)$/u

/** The blocks of a page's structure tree, in its order. */
export function blocksOfTree(node: StructureNode, texts: TextById): Block[] {
  const { role = '', children = [] } = node
  if (role === 'L') return [{ kind: 'list', items: itemsOf(node, texts) }]
  if (role === 'Table') return [{ kind: 'table', rows: rowsOf(node, texts) }]
  if (HEADING.test(role)) return blockOf('heading', textOf(node, texts))
  if (children.every(isInline)) return blockOf('paragraph', textOf(node, texts))
  return children.flatMap((child) => blocksOfTree(isElement(child) ? child : { children: [child] }, texts))
}

/** The ids of all marked content that an element refers to. */
export function contentIds({ id, role, children = [] }: StructureNode): Set<string> {
  const own = role === undefined && id !== undefined ? [id] : []
  return new Set([...own, ...children.flatMap((child) => [...contentIds(child)])])
}

function isElement({ role }: StructureNode): boolean {
  return role !== undefined
}

function isInline(node: StructureNode): boolean {
  return !isElement(node) || (INLINE.has(node.role ?? '') && (node.children ?? []).every(isInline))
}

function blockOf(kind: 'heading' | 'paragraph', text: string): Block[] {
  return text === '' ? [] : [{ kind, text }]
}

/** All text within an element; the alternative text for one without text, such as a figure. */
function textOf(node: StructureNode, texts: TextById): string {
  const parts = (node.children ?? []).map((child) =>
    isElement(child) ? textOf(child, texts) : (texts.get(child.id ?? '') ?? ''),
  )
  return tidy(parts.join(' ')) || tidy(node.alt ?? '')
}

/** The items of a list. Nested lists are flattened; a bullet is drawn by the page, a number belongs to the text. */
function itemsOf(list: StructureNode, texts: TextById): string[] {
  return (list.children ?? []).flatMap((child) => {
    if (child.role === 'L') return itemsOf(child, texts)
    const text = textOf(child, texts).replace(/^[\u2022\u25AA\u25CF\u25E6\u2013\u2014\uF0B7\u00B7-]\s*/u, '')
    return text === '' ? [] : [text]
  })
}

function rowsOf({ children = [] }: StructureNode, texts: TextById): Cell[][] {
  return children.flatMap((child) => {
    if (child.role !== 'TR') return rowsOf(child, texts)
    const cells = (child.children ?? []).filter(isElement)
    return cells.length === 0
      ? []
      : [cells.map((cell) => ({ isHead: cell.role === 'TH', text: textOf(cell, texts) }))]
  })
}
