import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, readJson } from './project.mjs'

/**
 * The photographs in docs/screens, and what each screen was made of when it was taken: docs/screens/prints.json, by the
 * screen's name. `npm run screens` takes them all anew; every run of the browser tests names those that are older than
 * their screen.
 */
const FOLDER = inRoot('docs', 'screens')
const PRINTS = path.join(FOLDER, 'prints.json')

/** The screens that look otherwise than in their photograph, or have none; `seen`: the prints of this run by name. */
export function olderThanScreen(seen) {
  const taken = readJson(PRINTS) ?? {}
  return Object.keys(seen).filter((name) => taken[name] !== seen[name])
}

/** Keeps the prints of screens that were just photographed, and removes the photographs of screens that are gone. */
export function keepPrints(seen) {
  const names = Object.keys(seen).toSorted()
  writeFileSync(
    PRINTS,
    `${JSON.stringify(Object.fromEntries(names.map((name) => [name, seen[name]])), null, 2)}\n`,
  )
  for (const file of readdirSync(FOLDER)) {
    const [, name] = /^(.+)-(?:desktop|phone)(?:-dark)?\.\w+$/u.exec(file) ?? []
    if (name !== undefined && !(file.endsWith('.webp') && name in seen)) rmSync(path.join(FOLDER, file))
  }
}
