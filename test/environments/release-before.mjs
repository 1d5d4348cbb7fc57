import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { cleanInstall, SetupError } from '../../scripts/ensure.mjs'
import { inRoot, readJson, ROOT } from '../../scripts/project.mjs'
import { capture, exitCodeOf } from '../../scripts/run.mjs'

/** Names the released commit as long as there is no tag. */
const RELEASED = inRoot('test', 'release-before', 'released.json')
/** Needed for its server and tests; not the client, which is built, nor the screenshots. */
const PARTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'src',
  'scripts',
  'test',
  'deploy',
  'tsconfig.json',
  'vitest.config.ts',
  'rolldown.config.ts',
]

/**
 * Unpacks the previous release (docs/decisions/0081) with the packages of its lock file, linked from this checkout
 * where they are the same.
 *
 * @returns its folder, or why it is unavailable
 */
export async function unpackReleaseBefore() {
  const commit = await commitOfRelease()
  if (commit === null) return { reason: 'nothing was released before this version' }
  const reason = await reasonOfAbsence(commit)
  if (reason !== undefined) return { reason }
  const folder = inRoot('.tmp', 'release-before', commit)
  if (existsSync(folder)) return { folder }
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  await unpack(commit, draft).catch((error) => {
    // A partial clone has the commit, and fetches its files on demand.
    throw new SetupError(
      `The release before (${commit}) could not be unpacked; git says why above. ${error.message}`,
    )
  })
  await givePackages(draft)
  renameSync(draft, folder)
  return { folder }
}

/** The newest version tag before this commit, or the file's entry. */
async function commitOfRelease() {
  const { ok, output } = await git('describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD~1')
  return ok ? (await git('rev-parse', `${output}^{commit}`)).output : readJson(RELEASED).commit
}

/**
 * Why the previous release cannot be unpacked; undefined if it can.
 *
 * @throws SetupError with a fix where it should be available
 */
export async function reasonOfAbsence(commit, folder = ROOT) {
  const ask = (...args) => gitIn(folder, ...args)
  if (!(await ask('rev-parse', '--git-dir')).ok) return 'this is no clone, and has no history'
  if ((await ask('cat-file', '-e', `${commit}^{commit}`)).ok) return undefined
  const { output } = await ask('rev-parse', '--is-shallow-repository')
  if (output === 'true') return `this clone is shallow: git fetch --depth=1 origin ${commit} brings it`
  throw new SetupError(
    `There is no commit ${commit}, which is the release before. Either fetch it (git fetch origin ${commit}), or write the ` +
      `commit of the release that is out into ${path.relative(ROOT, RELEASED)}.`,
  )
}

const git = (...args) => gitIn(ROOT, ...args)

async function gitIn(cwd, ...args) {
  const { code, output } = await capture('git', args, { cwd })
  return { ok: code === 0, output: output.trim() }
}

function unpack(commit, folder) {
  const archive = spawn('git', ['archive', commit, ...PARTS], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] })
  return Promise.all([archive, tar].map((child) => ended(child)))
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${child.spawnfile} ended with ${exitCodeOf(code, signal)}.`))
    })
  })
}

async function givePackages(folder) {
  if (needSamePackages(folder, ROOT)) symlinkSync(inRoot('node_modules'), path.join(folder, 'node_modules'))
  else if ((await cleanInstall({ cwd: folder })) !== 0) {
    throw new SetupError('The packages of the release before could not be installed; npm says why above.')
  }
}

/**
 * Whether two lock files install the same packages in the same folders. The root project's own name and direct
 * dependencies do not matter.
 */
export function needSamePackages(one, other) {
  const installed = [one, other].map((folder) => {
    const { '': _, ...packages } = readJson(path.join(folder, 'package-lock.json')).packages
    return JSON.stringify(packages)
  })
  return installed[0] === installed[1]
}
