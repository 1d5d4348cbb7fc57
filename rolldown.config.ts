import { readdirSync, rmSync, statSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

const ROOT = import.meta.dirname
const OUTPUT = path.join(ROOT, 'dist/server')
const ENTRY = 'main.mjs'
const MINUTE_MS = 60_000

/**
 * What every start loads: it is put into few files, which are read, compiled and kept with half of the work and memory. Packages that
 * are loaded when somebody needs them, or that bring files or code for the machine, stay where they are installed.
 */
const LOADED_BY_A_START = [
  '@fastify/accept-negotiator',
  '@fastify/compress',
  '@fastify/cookie',
  '@fastify/static',
  'csv-stringify',
  'drizzle-orm',
  'fastify',
  'pg',
  'pg-boss',
  'pino',
  'rate-limiter-flexible',
  'uuid',
  'zod',
]
/** Named by those, and never loaded here. */
const NEVER_LOADED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'pg-native']

const isPackage = (id: string) => !/^[./#]|^node:|^\0/u.test(id) && !path.isAbsolute(id)
const isOf = (id: string) => (name: string) => id === name || id.startsWith(`${name}/`)

function staysOutside(id: string, importer: string | undefined): boolean {
  if (!isPackage(id)) return false
  if (NEVER_LOADED.some(isOf(id))) return true
  return importer?.includes('/node_modules/') !== true && !LOADED_BY_A_START.some(isOf(id))
}

/** Zod names its messages in every language; nobody asks for another than the one that it begins with. */
const oneLanguage: Plugin = {
  name: 'one-language',
  resolveId(id, importer = '') {
    if (id !== '../locales/index.js' || !importer.includes('/node_modules/zod/')) return null
    return path.resolve(path.dirname(importer), '../locales/en.js')
  },
}

/** V8 keeps two bytes for each character of a source where a single one is not of ASCII. */
const oneByteACharacter: Plugin = {
  name: 'one-byte-a-character',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = inAscii(file.code)
  },
}

/** Where an escape would not mean the same as the character: after a backslash, and in a template that is taken as it stands. */
const NOT_TO_BE_ESCAPED = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/

function inAscii(code: string): string {
  const [found] = NOT_TO_BE_ESCAPED.exec(code) ?? []
  if (found !== undefined) throw new Error(`No escape can stand for a character in: ${found}`)
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Writes beside each file where its lines come from, for what the log says of errors (src/server/logging/written-places.ts): the sources,
 * as JSON in the first line, and then four bytes for each line, the number of its source and of the line in it. Node would keep 60 MB
 * for the same.
 */
const whereLinesComeFrom: Plugin = {
  name: 'where-lines-come-from',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || file.map === null) continue
      const lines = file.code.split('\n').length
      const payload = JSON.parse(file.map.toString()) as SourceMapPayload
      this.emitFile({ type: 'asset', fileName: `${file.fileName}.lines`, source: originsOf(payload, lines) })
      // It has served its purpose.
      delete bundle[`${file.fileName}.map`]
    }
  },
}

function originsOf(payload: SourceMapPayload, lines: number): Uint8Array {
  const map = new SourceMap(payload)
  const numbers = new Map<string, number>()
  const origins = new Uint16Array(2 * lines)
  for (let line = 0; line < lines; line += 1) {
    const found = map.findEntry(line, Number.MAX_SAFE_INTEGER)
    if (!('originalSource' in found)) continue
    const number = numbers.get(found.originalSource) ?? numbers.size
    numbers.set(found.originalSource, number)
    origins.set([number, found.originalLine + 1], 2 * line)
  }
  const sources = [...numbers.keys()].map((source) => path.relative(ROOT, path.resolve(OUTPUT, source)))
  return Buffer.concat([Buffer.from(`${JSON.stringify(sources)}\n`), Buffer.from(origins.buffer)])
}

/** A server that is running still loads files of the build that it was started from: they go with the next build but one. */
function keepTheBuildBefore(): Plugin {
  let before = 0
  return {
    name: 'keep-the-build-before',
    buildStart() {
      before = statSync(path.join(OUTPUT, ENTRY), { throwIfNoEntry: false })?.mtimeMs ?? 0
    },
    writeBundle() {
      for (const name of readdirSync(OUTPUT)) {
        const file = path.join(OUTPUT, name)
        if (statSync(file).mtimeMs < before - MINUTE_MS) rmSync(file)
      }
    },
  }
}

/** Builds the server into dist/server (docs/decisions/0125-the-server-is-built.md). */
export default defineConfig({
  input: { main: path.join(ROOT, 'src/server/main.ts') },
  platform: 'node',
  external: staysOutside,
  plugins: [oneLanguage, oneByteACharacter, whereLinesComeFrom, keepTheBuildBefore()],
  output: {
    dir: OUTPUT,
    entryFileNames: ENTRY,
    chunkFileNames: '[name]-[hash].mjs',
    sourcemap: 'hidden',
    // Half a megabyte of what is written about types stays out of memory.
    comments: { legal: true, annotation: false, jsdoc: false },
  },
})
