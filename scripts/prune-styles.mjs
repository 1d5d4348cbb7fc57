/** Rules that only hold other rules. */
const GROUPS = /^@(?:media|supports|layer|container)\b/
const CLASS = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[-\w]|[^\0-\x7f])+)/gi
const ESCAPE = /\\(?:([0-9a-f]{1,6}) ?|(.))/gi

const ENTITIES = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&gt;': '>', '&lt;': '<' }

/** The classes that stand in a page. */
export function classesIn(html) {
  const lists = [...html.matchAll(/\bclass="([^"]*)"/g)].map(([, list]) =>
    list.replaceAll(/&(?:amp|quot|#x27|gt|lt);/g, (entity) => ENTITIES[entity]),
  )
  return new Set(lists.flatMap((list) => list.split(/\s+/)))
}

/** Leaves out the rules for classes that are not among these; what names no class stays. */
export function pruneStyles(css, classes) {
  return prune(css.replaceAll(/\/\*.*?\*\//gs, ''), classes)
}

function prune(css, classes) {
  let kept = ''
  for (let at = 0; at < css.length;) {
    const end = find(css, at, '{;')
    if (css[end] !== '{') {
      kept += css.slice(at, end + 1)
      at = end + 1
      continue
    }
    const close = closing(css, end)
    kept += pruneRule(css.slice(at, end).trim(), css.slice(end + 1, close), classes)
    at = close + 1
  }
  return kept
}

function pruneRule(prelude, body, classes) {
  if (GROUPS.test(prelude)) {
    const inner = prune(body, classes)
    return inner === '' ? '' : `${prelude}{${inner}}`
  }
  if (prelude.startsWith('@')) return `${prelude}{${body}}`
  const selectors = splitSelectors(prelude).filter((selector) => isUsed(selector, classes))
  return selectors.length === 0 ? '' : `${selectors.join(',')}{${body}}`
}

/** Whether every class of a selector is there; one that must be absent need not. */
function isUsed(selector, classes) {
  const wanted = selector.replaceAll(/:not\([^)]*\)/g, '').matchAll(CLASS)
  return [...wanted].every(([, name]) => classes.has(unescape(name)))
}

function unescape(name) {
  return name.replaceAll(ESCAPE, (_, code, sign) =>
    code === undefined ? sign : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

function splitSelectors(prelude) {
  const selectors = []
  for (let at = 0; at <= prelude.length;) {
    const end = find(prelude, at, ',')
    selectors.push(prelude.slice(at, end))
    at = end + 1
  }
  return selectors
}

/** Where one of some signs stands next, outside of texts, brackets and escapes; the text's length where none does. */
function find(text, from, signs) {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '"' || sign === "'") at = text.indexOf(sign, at + 1)
    else if (sign === '(' || sign === '[') depth += 1
    else if (sign === ')' || sign === ']') depth -= 1
    else if (depth === 0 && signs.includes(sign)) return at
  }
  return text.length
}

/** Where the block ends that begins at a brace. */
function closing(css, open) {
  let at = open
  for (let depth = 1; depth > 0;) {
    at = find(css, at + 1, '{}')
    depth += css[at] === '{' ? 1 : -1
  }
  return at
}
