import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

const ROOT = import.meta.dirname
const OUTPUT = path.join(ROOT, 'dist/server')
const ENTRY = 'main.mjs'
const MINUTE_MS = 60_000

/**
 * What every start loads: it is put into few files, which are read, compiled and kept with half of the work and memory. Packages that
 * are loaded on demand, or that bring files or code for the machine, stay where they are installed.
 */
const LOADED_BY_A_START = [
  '@fastify/accept-negotiator',
  '@fastify/compress',
  '@fastify/cookie',
  '@fastify/static',
  '@opentelemetry/api',
  'cron-parser',
  'csv-stringify',
  'drizzle-orm',
  'fastify',
  'pg',
  'pg-boss',
  'pino',
  'rate-limiter-flexible',
  'uuid',
  'yazl',
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

/** Builds the server into dist/server (docs/decisions/0125). */
export default defineConfig({
  input: { main: path.join(ROOT, 'src/app/server/main.ts') },
  platform: 'node',
  external: staysOutside,
  plugins: [keepTheBuildBefore()],
  output: {
    dir: OUTPUT,
    entryFileNames: ENTRY,
    chunkFileNames: '[name]-[hash].mjs',
    sourcemap: true,
    // Half a megabyte of what is written about types stays out of memory.
    comments: { legal: true, annotation: false, jsdoc: false },
  },
})
