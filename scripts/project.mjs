import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The path of something in the project. */
export const inRoot = (...parts) => path.join(ROOT, ...parts)

/** What `npm run build` makes of the server. */
export const BUILT_SERVER = inRoot('dist', 'server', 'main.mjs')

/** The parsed JSON of a file, or `undefined` where there is none. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The script behind an installed package's command, to be run by a Node of our choice. */
export function commandOf(packageName, command = packageName) {
  const { bin } = readJson(inRoot('node_modules', packageName, 'package.json')) ?? {}
  const script = typeof bin === 'string' ? bin : bin?.[command]
  if (!script)
    throw new Error(`The package ${packageName} is not installed: remove node_modules and try again.`)
  return inRoot('node_modules', packageName, script)
}
