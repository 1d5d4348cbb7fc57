// Finds JSX text that a browser's translator would break (docs/decisions/0135): a translator replaces text nodes, and React then
// updates a node that has left the page, or throws NotFoundError where it inserts before that node or removes it.
import path from 'node:path'
import ts from 'typescript'
import { ROOT } from './project.mjs'

const NOTHING =
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Void |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Never
const TEXT =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown

/** Reported positions, by the kind of text in them. */
const MESSAGES = {
  beside: 'text beside what comes and goes: wrap it in an element',
  value:
    'a value that may be text has siblings: wrap it in an element, or write the sentence as one template',
  component: 'text beside other children of a component: wrap it in an element',
  returned: 'a component that may return text has siblings: return an element',
  fragment: 'text in a fragment: use an element',
  list: 'a list of texts: wrap each in an element, or join them',
}

/** The problems of components, as lines of "file:line: message: source". */
export function findProblems(files) {
  const config = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT)
  const program = ts.createProgram(files, { ...options, incremental: false, tsBuildInfoFile: undefined })
  const checker = program.getTypeChecker()
  return files.flatMap((file) => problemsIn(program.getSourceFile(file), checker))
}

function problemsIn(file, checker) {
  const problems = []
  const report = (node, kind) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    const source = node.getText(file).trim().replaceAll(/\s+/gu, ' ').slice(0, 60)
    problems.push(`${path.relative(ROOT, file.fileName)}:${line + 1}: ${MESSAGES[kind]}: ${source}`)
  }
  const visit = (node) => {
    if (ts.isJsxElement(node)) checkElement(node, checker, report)
    if (ts.isJsxFragment(node) && !isJsxParent(node.parent)) checkFragment(node, checker, report)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return problems
}

const isJsxParent = (node) => ts.isJsxElement(node) || ts.isJsxFragment(node)

/** The children of an element, those of fragments in it included; white space, which no translator touches, left out. */
function childrenOf(node) {
  return node.children.flatMap((child) => {
    if (ts.isJsxFragment(child)) return childrenOf(child)
    if (ts.isJsxText(child)) return child.text.trim() === '' ? [] : [child]
    if (!ts.isJsxExpression(child)) return [child]
    const { expression } = child
    return expression === undefined || (ts.isStringLiteral(expression) && expression.text.trim() === '')
      ? []
      : [child]
  })
}

function checkElement(node, checker, report) {
  const children = childrenOf(node)
  for (const child of children) if (isListOfTexts(child, checker)) report(child, 'list')
  // The only text of an element is set as its content, whatever a translator made of it.
  if (children.length < 2) return
  const moving = children.some((child) => comesAndGoes(child, checker))
  for (const child of children) {
    const kind = problemOf(child, checker)
    if (kind !== undefined) report(child, kind)
    else if (!ts.isJsxText(child)) continue
    else if (moving) report(child, 'beside')
    // It may show its children in turn with something else.
    else if (isComponent(node.openingElement)) report(child, 'component')
  }
}

/** A fragment's children stand among siblings that are not known here. */
function checkFragment(node, checker, report) {
  for (const child of childrenOf(node)) {
    if (ts.isJsxText(child) || problemOf(child, checker) === 'value') report(child, 'fragment')
    else if (isListOfTexts(child, checker)) report(child, 'list')
  }
}

function problemOf(child, checker) {
  if (ts.isJsxText(child)) return undefined
  if (ts.isJsxExpression(child))
    return mayBe(TEXT, checker.getTypeAtLocation(child.expression)) ? 'value' : undefined
  return isComponent(openingOf(child)) && mayBe(TEXT, resultOf(child, checker)) ? 'returned' : undefined
}

function comesAndGoes(child, checker) {
  if (ts.isJsxText(child)) return false
  if (ts.isJsxExpression(child)) return true
  return isComponent(openingOf(child)) && mayBe(NOTHING, resultOf(child, checker))
}

function isListOfTexts(child, checker) {
  if (!ts.isJsxExpression(child)) return false
  const type = checker.getTypeAtLocation(child.expression)
  return partsOf(type).some(
    (one) => checker.isArrayType(one) && mayBe(TEXT, checker.getTypeArguments(one)[0]),
  )
}

const openingOf = (node) => node.openingElement ?? node

function isComponent({ tagName }) {
  return !ts.isIdentifier(tagName) || /^[A-Z]/u.test(tagName.text)
}

/** What a component of ours returns; a library's says ReactNode, whatever it returns. */
function resultOf(node, checker) {
  const signature = checker.getResolvedSignature(openingOf(node))
  const { fileName = 'node_modules' } = signature.declaration?.getSourceFile() ?? {}
  return fileName.includes('node_modules') ? undefined : signature.getReturnType()
}

function mayBe(flags, type) {
  return partsOf(type).some((one) => (one.flags & flags) !== 0)
}

function partsOf(type) {
  if (type === undefined) return []
  return type.isUnion() ? type.types.flatMap(partsOf) : [type]
}
