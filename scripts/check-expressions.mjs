#!/usr/bin/env node
// Fails where a regular expression outside the client can be slow (slow-expressions.mjs). The first run takes
// half a minute; later ones check what is new.
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, readJson } from './project.mjs'
import { findSlow } from './slow-expressions.mjs'

const CACHE = inRoot('node_modules/.cache/safe-expressions.json')
const { version } = readJson(inRoot('node_modules/recheck/package.json'))
const cached = readJson(CACHE)

const safe = new Set(cached?.version === version ? cached.expressions : [])
const problems = await findSlow(
  globSync(inRoot('src/**/*.ts')).filter((file) => !/\/client\/|\.test\.ts$/u.test(file)),
  safe,
)
mkdirSync(path.dirname(CACHE), { recursive: true })
writeFileSync(CACHE, JSON.stringify({ version, expressions: [...safe] }))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
