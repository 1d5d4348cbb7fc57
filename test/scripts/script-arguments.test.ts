import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { productFile } from '#base/server/product-file.ts'

const { scripts } = JSON.parse(readFileSync(productFile('package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Scripts that take no arguments; those of `src/app/commands` are in `every-command.test.ts`. */
const without = ['start', 'dev', 'build', 'release', 'check']

test.each(without)('npm run %s refuses an argument, and does nothing', (name) => {
  const [, file = ''] = /^node (\S+)$/u.exec(scripts[name] ?? '') ?? []
  for (const args of [['--misspelt'], ['--', '--misspelt'], ['word']]) {
    const { status, stderr } = spawnSync(process.execPath, [productFile(file), ...args], { encoding: 'utf8' })
    expect(stderr).toContain(`Unexpected argument "${args.at(-1)}"`)
    expect(status).toBe(1)
  }
})

test('the files that scripts name exist', () => {
  const named = globSync(productFile('scripts/*.mjs')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\binRoot\(((?:'[^']*'(?:, )?)+)\)/gu)].map(([, parts = '']) =>
      path.join(...parts.split(', ').map((part) => part.slice(1, -1))),
    ),
  )
  // Made when they are needed.
  const made = /^(?:\.|dist|release|node_modules)/u
  const lasting = named.filter((file) => !made.test(file) && !file.includes('*'))
  expect(lasting.length).toBeGreaterThan(3)
  expect(lasting.filter((file) => !existsSync(productFile(file)))).toEqual([])
})
