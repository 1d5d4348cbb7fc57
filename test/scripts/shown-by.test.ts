import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** A promise in docs/working-day.md, and its tests. */
interface Promised {
  promise: string
  proofs: { file: string; names: string[] }[]
}

function readPromises(document: string): Promised[] {
  const items = document.split(/^(?=- |#)/mu).filter((part) => part.startsWith('- '))
  return items.map((item) => ({
    promise: item.split('\n')[0] ?? '',
    proofs: [...item.matchAll(/`([^`\s]+\.tsx?)`((?:,?\s*“[^”]+”)*)/gu)].map(([, file = '', named = '']) => ({
      file,
      names: [...named.matchAll(/“([^”]+)”/gu)].map(([, name = '']) => name),
    })),
  }))
}

/** Whether a file has a test, step or table row with that name. */
function hasTest(file: string, name: string): boolean {
  return new RegExp(`[([]\\s*(['"\`])${RegExp.escape(name)}\\1,`, 'u').test(read(file))
}

const promises = readPromises(read('docs/working-day.md'))

test('every promise of the working day is shown by something that has a name', () => {
  expect(promises.length).toBeGreaterThan(70)
  const unshown = promises.filter(
    ({ proofs }) => proofs.length === 0 || proofs.some(({ names }) => names.length === 0),
  )
  expect(unshown.map(({ promise }) => promise)).toEqual([])
})

test('every test that shows a promise of the working day is there, under its name', () => {
  const missing = promises.flatMap(({ proofs }) =>
    proofs.flatMap(({ file, names }) =>
      existsSync(path.join(ROOT, file))
        ? names.filter((name) => !hasTest(file, name)).map((name) => `${file} “${name}”`)
        : [file],
    ),
  )
  expect(missing).toEqual([])
})

test('every file of tests that docs/security.md names is there', () => {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${folder}/${file}`,
    ),
  )
  const named = [...read('docs/security.md').matchAll(/`([^`\s]+\.(?:test|e2e)\.ts)`/gu)]
  expect(named.length).toBeGreaterThan(70)
  const missing = named.filter(([, name = '']) => {
    const pattern = new RegExp(`/${RegExp.escape(name).replaceAll('\\*', '[^/]*')}$`, 'u')
    return !files.some((file) => pattern.test(file))
  })
  expect(missing.map(([, name]) => name)).toEqual([])
})
