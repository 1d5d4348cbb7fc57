import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { ROOT } from './project.mjs'
import { EXCEPTIONS, IDENTIFIER_TERMS, TEXT_TERMS } from './language-terms.mjs'

/**
 * Fails on the terms of `language-terms.mjs` in identifiers, file names, comments, Markdown and texts: `npm run check` runs it.
 * `--changed COMMIT` looks only at files that differ from that commit; other arguments are paths to look at.
 */
const CODE = /\.(?:ts|tsx|mjs)$/u
const OTHER = /\.(?:md|css|html|ya?ml|conf|sh)$/u
/** The user's own words, licences, generated files, and the lists that name the old terms. */
const SKIPPED = new RegExp(
  [
    '^docs/specification\\.md$',
    '^docs/decisions-on-the-specification\\.md$',
    '^LICENSE',
    '^src/base/server/db/migrations/',
    '^scripts/language-terms\\.mjs$',
    '^test/scripts/language\\.test\\.ts$',
    '^test/truth/',
    'common-passwords',
  ].join('|'),
  'u',
)

const git = (...args) => execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' })

function listFiles(args) {
  if (args[0] === '--changed') return git('diff', '--name-only', '--diff-filter=AMR', args[1]).split('\n')
  return git('ls-files', '--', ...args).split('\n')
}

/** Splits an identifier or file name into lower-case words: `pageOfClients` is "page of clients". */
function splitIdentifier(name) {
  return name
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replaceAll(/[^A-Za-z]+/gu, ' ')
    .toLowerCase()
}

function* matches(terms, text, file) {
  for (const { pattern, use, only } of terms) {
    if (only !== undefined && !only.test(file)) continue
    const found = text.match(pattern)
    if (found !== null) yield { found: found[0], use }
  }
}

const isIdentifier = (kind) => kind === ts.SyntaxKind.Identifier || kind === ts.SyntaxKind.PrivateIdentifier

/** Literal text that can hold a sentence or a label: names of columns, routes and modules have no blank. */
const isSentence = (text) => /\S\s+\S/u.test(text) || /^[A-Z][a-z]+$/u.test(text)

/** Hits of one file, as `{ line, found, use }`. */
export function hitsIn(file, text) {
  const hits = []
  const add = (line, found) => {
    for (const hit of found) hits.push({ line, ...hit })
  }
  if (!CODE.test(file)) {
    text.split('\n').forEach((line, index) => add(index + 1, matches(TEXT_TERMS, line, file)))
    return hits
  }
  add(1, matches(IDENTIFIER_TERMS, splitIdentifier(path.basename(file)), file))
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1
  const commented = new Set()
  const comments = (ranges) => {
    for (const { pos, end } of ranges ?? []) {
      if (commented.has(pos)) continue
      commented.add(pos)
      text
        .slice(pos, end)
        .split('\n')
        .forEach((line, index) => add(lineAt(pos) + index, matches(TEXT_TERMS, line, file)))
    }
  }
  const seen = new Set()
  const visit = (node) => {
    if (node.getChildCount(source) === 0) {
      comments(ts.getLeadingCommentRanges(text, node.getFullStart()))
      comments(ts.getTrailingCommentRanges(text, node.getEnd()))
    }
    if (isIdentifier(node.kind)) {
      if (!seen.has(node.text))
        add(lineAt(node.getStart()), matches(IDENTIFIER_TERMS, splitIdentifier(node.text), file))
      seen.add(node.text)
    } else if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      if (isSentence(node.text)) add(lineAt(node.getStart()), matches(TEXT_TERMS, node.text, file))
    }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return hits
}

function isException(file, hit) {
  return EXCEPTIONS.some(({ file: of, term }) => of.test(file) && term.test(hit.found))
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const files = listFiles(process.argv.slice(2)).filter(
    (file) => (CODE.test(file) || OTHER.test(file)) && !SKIPPED.test(file),
  )
  let count = 0
  for (const file of files) {
    const hits = hitsIn(file, readFileSync(path.join(ROOT, file), 'utf8'))
    for (const hit of hits.filter((each) => !isException(file, each))) {
      console.log(`${file}:${hit.line}  "${hit.found}": ${hit.use}`)
      count += 1
    }
  }
  if (count > 0) {
    console.log(`\n${count} old terms. scripts/language-terms.mjs says what to write instead.`)
    process.exitCode = 1
  }
}
