#!/usr/bin/env node
// Fails where a browser's translator would break a page (translatable.mjs).
import { globSync } from 'node:fs'
import { inRoot } from './project.mjs'
import { findProblems } from './translatable.mjs'

const problems = findProblems(
  globSync(inRoot('src/{base,features,app}/**/client/**/*.tsx')).filter(
    (file) => !file.endsWith('.test.tsx'),
  ),
)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
