import postcss from 'postcss'
import selectorParser from 'postcss-selector-parser'

const ENTITIES = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&gt;': '>', '&lt;': '<' }

/** What stands in a page that styles can be for: classes, and the names of its elements. */
export function shownIn(html) {
  const lists = [...html.matchAll(/\bclass="([^"]*)"/g)].map(([, list]) =>
    list.replaceAll(/&(?:amp|quot|#x27|gt|lt);/g, (entity) => ENTITIES[entity]),
  )
  return {
    classes: new Set(lists.flatMap((list) => list.split(/\s+/))),
    elements: new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name.toLowerCase())),
  }
}

/**
 * Leaves out what a page is not painted with: the rules for classes and elements that it does not have, what is for paper, and then the
 * properties and animations that nothing is left to use.
 */
export function pruneStyles(css, shown) {
  const sheet = postcss.parse(css)
  const layers = layersOf(sheet)
  sheet.walkComments((comment) => comment.remove())
  removeEach(sheet, 'walkAtRules', (rule) => rule.name === 'media' && rule.params === 'print')
  sheet.walkRules((rule) => {
    const isNested = rule.parent.type === 'rule'
    if (isNested || isOfAnimation(rule)) return
    const used = rule.selectors.filter((selector) => isUsed(selector, shown))
    if (used.length === 0) removeWithEmptyGroups(rule)
    else rule.selectors = used
  })
  removeUnusedProperties(sheet)
  removeUnusedAnimations(sheet)
  keepOrder(sheet, layers)
  return sheet.toString()
}

/** The layers of a sheet, in their order. */
function layersOf(sheet) {
  const rules = sheet.nodes.filter(({ type, name }) => type === 'atrule' && name === 'layer')
  return [...new Set(rules.flatMap(({ params }) => params.split(/\s*,\s*/)))]
}

/** A layer that is left out would come last with the whole stylesheet, and override those that it stood before. */
function keepOrder(sheet, layers) {
  if (layersOf(sheet).length < layers.length)
    sheet.prepend(postcss.atRule({ name: 'layer', params: layers.join(',') }))
}

function isOfAnimation({ parent }) {
  return parent.type === 'atrule' && parent.name.endsWith('keyframes')
}

/** Removes what it finds to be such; a walk ends where its callback answers false, so that it must not be the answer of `test`. */
function removeEach(container, walk, test) {
  const found = []
  container[walk]((node) => {
    if (test(node)) found.push(node)
  })
  for (const node of found) removeWithEmptyGroups(node)
  return found
}

/** A group of rules goes with the last of them, and a rule with the last of what it says. */
function removeWithEmptyGroups(node) {
  const { parent } = node
  node.remove()
  if (parent.parent && parent.nodes.length === 0) removeWithEmptyGroups(parent)
}

/** Whether every class and every element of a selector is there; what must be absent, or is one of several, need not be. */
function isUsed(selector, { classes, elements }) {
  const wantedClasses = []
  const wantedElements = []
  selectorParser((root) => {
    removeEach(root, 'walkPseudos', (pseudo) => pseudo.value === ':not')
    root.walkClasses(({ value }) => wantedClasses.push(value))
    removeEach(root, 'walkPseudos', (pseudo) => pseudo.nodes.length > 0)
    root.walkTags(({ value }) => wantedElements.push(value.toLowerCase()))
  }).processSync(selector)
  return (
    wantedClasses.every((name) => classes.has(name)) && wantedElements.every((name) => elements.has(name))
  )
}

/** The properties of one's own (`--name`) that nothing asks for go, and those that only they asked for. */
function removeUnusedProperties(sheet) {
  const asked = new Set()
  sheet.walkDecls(({ value }) => {
    for (const [, name] of value.matchAll(/var\(\s*(--[\w-]+)/g)) asked.add(name)
  })
  const removed = [
    ...removeEach(sheet, 'walkDecls', ({ prop }) => prop.startsWith('--') && !asked.has(prop)),
    ...removeEach(sheet, 'walkAtRules', ({ name, params }) => name === 'property' && !asked.has(params)),
  ]
  if (removed.length > 0) removeUnusedProperties(sheet)
}

function removeUnusedAnimations(sheet) {
  const used = new Set()
  sheet.walkDecls(/^(?:animation|--)/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) used.add(word)
  })
  removeEach(sheet, 'walkAtRules', ({ name, params }) => name === 'keyframes' && !used.has(params))
}
