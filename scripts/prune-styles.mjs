import postcss from 'postcss'
import selectorParser from 'postcss-selector-parser'

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
  const sheet = postcss.parse(css)
  sheet.walkComments((comment) => comment.remove())
  sheet.walkRules((rule) => {
    const isNested = rule.parent.type === 'rule'
    if (isNested || isOfAnimation(rule)) return
    const used = rule.selectors.filter((selector) => isUsed(selector, classes))
    if (used.length === 0) removeWithEmptyGroups(rule)
    else rule.selectors = used
  })
  return sheet.toString()
}

function isOfAnimation({ parent }) {
  return parent.type === 'atrule' && parent.name.endsWith('keyframes')
}

/** A group of rules goes with the last of them. */
function removeWithEmptyGroups(node) {
  const { parent } = node
  node.remove()
  if (parent.type === 'atrule' && parent.nodes.length === 0) removeWithEmptyGroups(parent)
}

/** Whether every class of a selector is there; one that must be absent need not. */
function isUsed(selector, classes) {
  const wanted = []
  selectorParser((root) => {
    root.walkPseudos((pseudo) => pseudo.value === ':not' && pseudo.remove())
    root.walkClasses(({ value }) => wanted.push(value))
  }).processSync(selector)
  return wanted.every((name) => classes.has(name))
}
