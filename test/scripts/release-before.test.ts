import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '#test/support/quick-folder.ts'

const { needSamePackages, reasonOfAbsence } = (await import(
  new URL('../environments/release-before.mjs', import.meta.url).href
)) as {
  needSamePackages: (one: string, other: string) => boolean
  reasonOfAbsence: (commit: string, folder: string) => Promise<string | undefined>
}

let folder: string
let released: string
const at = (name: string) => path.join(folder, name)
const AUTHOR = ['-c', 'user.name=Nomsa', '-c', 'user.email=nomsa@test.example']
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...AUTHOR, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

beforeAll(() => {
  folder = makeFolder('onboarding-clones-')
  git(folder, 'init', '--quiet', 'whole')
  for (const version of ['released', 'newest']) {
    writeFileSync(path.join(at('whole'), 'version'), version)
    git(at('whole'), 'add', '.')
    git(at('whole'), 'commit', '--quiet', '--message', version)
  }
  released = git(at('whole'), 'rev-parse', 'HEAD~1')
  git(folder, 'clone', '--quiet', '--depth=1', `file://${at('whole')}`, 'shallow')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a clone that has the release before can run it', async () => {
  expect(await reasonOfAbsence(released, at('whole'))).toBeUndefined()
})

test('a shallow clone says which command brings it, and that command does', async () => {
  const reason = await reasonOfAbsence(released, at('shallow'))
  expect(reason).toBe(`this clone is shallow: git fetch --depth=1 origin ${released} brings it`)
  git(at('shallow'), 'fetch', '--quiet', '--depth=1', 'origin', released)
  expect(await reasonOfAbsence(released, at('shallow'))).toBeUndefined()
})

test('what is no clone says so', async () => {
  expect(await reasonOfAbsence(released, folder)).toBe('this is no clone, and has no history')
})

test('a whole clone without it fails, and says what to do', async () => {
  const nowhere = '0123456789abcdef0123456789abcdef01234567'
  await expect(reasonOfAbsence(nowhere, at('whole'))).rejects.toThrow(
    `Either fetch it (git fetch origin ${nowhere}), or write the commit`,
  )
})

test('a project that asks for other packages needs the same where the same are installed', () => {
  const project = (name: string, asked: string[], pinoVersion: string) => {
    const dependencies = Object.fromEntries(asked.map((one) => [one, '*']))
    const packages = { '': { name, dependencies }, 'node_modules/pino': { version: pinoVersion } }
    mkdirSync(at(name))
    writeFileSync(path.join(at(name), 'package-lock.json'), JSON.stringify({ name, packages }))
    return at(name)
  }
  const before = project('before', [], '10.3.0')
  expect(needSamePackages(before, project('asks-itself', ['pino'], '10.3.0'))).toBe(true)
  expect(needSamePackages(before, project('newer', [], '10.4.0'))).toBe(false)
})
