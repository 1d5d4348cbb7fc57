import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import type { ProblemCode } from '#base/rules/api/problem.ts'
import type { DomainErrorKind } from '#base/server/domain-error.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The key of a handler. */
const CALL = /^(?:GET|POST|PUT|PATCH|DELETE) \//u

/** An error that the source creates; the code is null where it has none. */
export interface CreatedError {
  kind: DomainErrorKind
  code: ProblemCode | null
}

/** A declaration at the top of a file, or the handler of a call. */
interface Declaration {
  /** Identifiers in it, which may name other declarations. */
  names: Set<string>
  errors: CreatedError[]
}

interface Module {
  /** The file and exported name of each imported name. */
  imports: Map<string, { file: string; name: string }>
  declarations: Map<string, Declaration>
}

/** The file that an import names; null for packages. */
function fileOf(specifier: ts.Expression | undefined, importer: string): string | null {
  const text = textOf(specifier) ?? ''
  if (text.startsWith('.')) return path.join(path.dirname(importer), text)
  return /^#(?:base|features|app)\//u.test(text) ? `src/${text.slice(1)}` : null
}

function textOf(node: ts.Node | undefined): string | null {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : null
}

function literalsIn(node: ts.Node): string[] {
  const own = textOf(node)
  return own === null ? node.getChildren().flatMap((child) => literalsIn(child)) : [own]
}

/** The errors of one `new DomainError`. A code that is no literal may be any code that its file names. */
function createdBy(call: ts.NewExpression, known: ReadonlySet<string>): CreatedError[] {
  const [kindNode, , facts] = call.arguments ?? []
  const kind = textOf(kindNode) as DomainErrorKind | null
  if (kind === null) throw new Error(`The kind of an error has to be a literal: ${call.getText()}`)
  const given =
    facts && ts.isObjectLiteralExpression(facts)
      ? facts.properties.find(({ name }) => name?.getText() === 'code')
      : undefined
  if (given === undefined) return [{ kind, code: null }]
  const literals = literalsIn(given)
  const codes = (literals.length > 0 ? literals : literalsIn(call.getSourceFile())).filter((one) =>
    known.has(one),
  )
  if (codes.length === 0) throw new Error(`The code of an error is not known: ${call.getText()}`)
  return [...new Set(codes)].map((code) => ({ kind, code: code as ProblemCode }))
}

/** Reads one file: what its declarations mention, without types. */
function readModule(file: string, known: ReadonlySet<string>): Module {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const module: Module = { imports: new Map(), declarations: new Map() }
  const addImports = (
    specifier: ts.Expression | undefined,
    elements: readonly { name: ts.Node; propertyName?: ts.Node | undefined }[],
  ) => {
    const target = fileOf(specifier, file)
    if (target === null) return
    for (const { name, propertyName } of elements)
      module.imports.set(name.getText(), { file: target, name: (propertyName ?? name).getText() })
  }
  const declare = (key: string, root: ts.Node) => {
    const declaration: Declaration = { names: new Set(), errors: [] }
    module.declarations.set(key, declaration)
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return
      const { parent } = node
      if (ts.isPropertyAssignment(parent) && node === parent.name) return
      const isHandler = (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) && node !== root
      const call = isHandler ? textOf(node.name) : null
      if (call !== null && CALL.test(call)) return declare(call, node)
      if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(parent) && node === parent.name))
        declaration.names.add(node.text)
      if (ts.isNewExpression(node) && node.expression.getText() === 'DomainError')
        declaration.errors.push(...createdBy(node, known))
      if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
        const awaited =
          node.initializer && ts.isAwaitExpression(node.initializer) && node.initializer.expression
        if (
          awaited &&
          ts.isCallExpression(awaited) &&
          awaited.expression.kind === ts.SyntaxKind.ImportKeyword
        )
          addImports(awaited.arguments[0], node.name.elements)
      }
      ts.forEachChild(node, visit)
    }
    ts.forEachChild(root, visit)
  }
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings
      if (bindings && ts.isNamedImports(bindings)) addImports(statement.moduleSpecifier, bindings.elements)
    } else if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations) declare(one.name.getText(), one)
    } else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
      declare(statement.name.text, statement)
  }
  return module
}

/** The errors that the server's source creates. */
interface SourceErrors {
  all: CreatedError[]
  /** By call: those that its handler mentions, and those that what it mentions mentions. */
  ofCalls: Map<string, CreatedError[]>
}

/**
 * Reads from the server's source which errors each call may answer. It follows names, not values: an error is listed
 * although its condition never holds for the call, and functions that are passed as values of objects are not followed.
 *
 * @param codes all codes
 */
export function readErrors(codes: readonly ProblemCode[]): SourceErrors {
  const known = new Set<string>(codes)
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts') && !file.includes('/client/'),
  )
  const modules = new Map(files.map((file) => [file, readModule(file, known)]))
  const errorsFrom = (file: string, name: string, seen = new Set<string>()): CreatedError[] => {
    const id = `${file} ${name}`
    if (seen.has(id)) return []
    seen.add(id)
    const module = modules.get(file)
    const declaration = module?.declarations.get(name)
    if (declaration !== undefined) {
      const mentioned = [...declaration.names].flatMap((one) => errorsFrom(file, one, seen))
      return [...declaration.errors, ...mentioned]
    }
    const imported = module?.imports.get(name)
    return imported === undefined ? [] : errorsFrom(imported.file, imported.name, seen)
  }
  const ofCalls = new Map<string, CreatedError[]>()
  for (const [file, { declarations }] of modules)
    for (const name of declarations.keys())
      // Limits of calls, beside their handlers, have the same keys.
      if (CALL.test(name) && file.includes('/server/'))
        ofCalls.set(name, [...(ofCalls.get(name) ?? []), ...errorsFrom(file, name)])
  const all = [...modules.values()].flatMap(({ declarations }) =>
    [...declarations.values()].flatMap(({ errors }) => errors),
  )
  return { all, ofCalls }
}
