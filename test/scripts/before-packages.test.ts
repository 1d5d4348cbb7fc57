import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url))
const IMPORTED = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?'([^']+)'/gmu

/** Modules that a script imports statically, at any depth, by importer. */
function importsOf(script: string, seen = new Set<string>()): string[] {
  if (seen.has(script)) return []
  seen.add(script)
  const imported = [...readFileSync(path.join(SCRIPTS, script), 'utf8').matchAll(IMPORTED)]
  return imported.flatMap(([, name = '']) =>
    name.startsWith('.') ? importsOf(path.join(path.dirname(script), name), seen) : [`${script}: ${name}`],
  )
}

test.each(['start.mjs', 'test.mjs', 'dev.mjs', 'build.mjs', 'check.mjs'])(
  '%s begins in a fresh clone, before any package is installed',
  (script) => {
    expect(importsOf(script).length).toBeGreaterThan(0)
    expect(importsOf(script).filter((line) => !line.includes(': node:'))).toEqual([])
  },
)
