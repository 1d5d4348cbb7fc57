// Finds regular expressions whose time grows faster than the text: "\s+$" on 50,000 spaces takes a second, and a text
// from outside may hold up every user.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { ROOT } from './project.mjs'

// The build without a Java or native process.
const require = createRequire(import.meta.url)
const { checkSync } = require('recheck/lib/browser.js')

/** Bounds in steps and signs, not in time: the result does not depend on how busy the machine is. */
const BOUNDS = {
  randomSeed: 1,
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  maxAttackStringSize: 30_000,
  attackLimit: 20_000_000,
  maxNFASize: 4000,
}

/**
 * What is wrong with the expressions of files, as lines with their position. Expressions that a module builds are taken
 * from the module as it loads.
 *
 * @param {string[]} files TypeScript sources
 * @param {Set<string>} safe expressions that need no check; those that pass are added
 */
export async function findSlow(files, safe = new Set()) {
  const { expressions, problems } = await expressionsIn(files)
  for (const [expression, positions] of expressions) {
    const problem = safe.has(expression) ? null : problemOf(expression)
    if (problem === null) safe.add(expression)
    else problems.push(`${positions.join(', ')}: ${expression} ${problem}`)
  }
  return problems
}

function problemOf(expression) {
  const end = expression.lastIndexOf('/')
  const { status, complexity, attack, error } = checkSync(
    expression.slice(1, end),
    expression.slice(end + 1),
    BOUNDS,
  )
  if (status === 'safe') return null
  if (status === 'vulnerable') return `is ${complexity.summary}, for example for ${attack.pattern}`
  return `cannot be checked (${error.kind}); please simplify it`
}

async function expressionsIn(files) {
  const expressions = new Map()
  const problems = []
  const building = []
  const add = (expression, position) => {
    expressions.set(expression, [...(expressions.get(expression) ?? []), position])
  }
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const positionOf = (node) =>
      `${path.relative(ROOT, file)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) add(node.text, positionOf(node))
      if (isConstructor(node)) {
        if (ts.findAncestor(node, ts.isFunctionLike))
          problems.push(`${positionOf(node)}: build the expression once, at the top of the module`)
        else building.push(file)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  for (const { expression, file } of await builtBy(building)) add(expression, path.relative(ROOT, file))
  return { expressions, problems }
}

function isConstructor(node) {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
}

/** The expressions that modules build while they load. */
async function builtBy(files) {
  const built = []
  const { RegExp } = globalThis
  globalThis.RegExp = new Proxy(RegExp, {
    construct(target, given) {
      const expression = Reflect.construct(target, given)
      // The module is the second line of the stack, after this one.
      const [, , caller = ''] = new Error('position').stack.split('\n')
      const file = files.find((one) => caller.includes(path.relative(ROOT, one)))
      if (file !== undefined) built.push({ expression: String(expression), file })
      return expression
    },
  })
  try {
    for (const file of files) await import(pathToFileURL(file).href)
  } finally {
    globalThis.RegExp = RegExp
  }
  return built
}
