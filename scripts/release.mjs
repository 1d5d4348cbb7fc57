import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded } from './build.mjs'
import { ensure, main, SetupError } from './ensure.mjs'
import { inRoot, readJson } from './project.mjs'
import { capture } from './run.mjs'

/** Copied as they are. */
const PARTS = ['dist', 'src', 'deploy', 'docs', 'scripts/upgrade.mjs', '.env.example', 'LICENSE']
/** Tests, source maps, type declarations, sources of pages and screenshots: nothing that a server reads. */
const UNNEEDED =
  /\.test\.tsx?$|\.map$|\.d\.[cm]?ts$|\.stamp$|\/docs\/screens(?:\/|$)|\/src\/.*\/client(?:\/|$)/u
const COMMAND = /src\/app\/commands\/|scripts\/upgrade\.mjs/u
const EXECUTABLE = 0o755

/**
 * Builds a release below .tmp/release: a folder with all that a server needs (Node and the production packages included),
 * and the same as a tarball. It runs on this platform only, since some packages are programs.
 *
 * @returns the folder, the tarball and the release's name, `VERSION+COMMIT`
 */
export async function buildRelease(node, parent = inRoot('.tmp', 'release')) {
  if (process.platform !== 'linux') {
    throw new SetupError('A release holds programs of its platform: run this on Linux, as the server does.')
  }
  await buildIfNeeded(node)
  const { version, ...product } = readJson(inRoot('package.json'))
  const commit = await commitOf()
  const name = `${version}+${commit}`
  const folder = path.join(parent, name)
  rmSync(folder, { recursive: true, force: true })
  for (const part of PARTS) copy(inRoot(part), path.join(folder, part))
  for (const directory of productionPackages()) copy(inRoot(directory), path.join(folder, directory))
  mkdirSync(path.join(folder, 'bin'))
  cpSync(node, path.join(folder, 'bin', 'node'))
  cpSync(inRoot('scripts', 'onboarding.sh'), path.join(folder, 'bin', 'onboarding'))
  chmodSync(path.join(folder, 'bin', 'onboarding'), EXECUTABLE)
  // Settings outlast releases: they are two folders up, beside `current`.
  symlinkSync('../../.env', path.join(folder, '.env'))
  const { type, imports, license } = product
  const manifest = { name: product.name, version: name, private: true, license, type, imports }
  writeJson(path.join(folder, 'package.json'), { ...manifest, scripts: commandsOf(product.scripts) })
  const platform = `${process.platform}-${process.arch}`
  writeJson(path.join(folder, 'release.json'), { version, commit, platform, node: await versionOf(node) })
  const tarball = path.join(parent, `${product.name}-${name}-${platform}.tar.gz`)
  await must('tar', ['-czf', tarball, '--owner=0', '--group=0', '-C', parent, name])
  return { name, folder, tarball }
}

/** The folders of packages that the lock file does not mark as used in development only; nested ones are listed themselves. */
function productionPackages() {
  const { packages } = readJson(inRoot('package-lock.json'))
  return Object.entries(packages)
    .filter(([directory, { dev }]) => directory !== '' && dev !== true && existsSync(inRoot(directory)))
    .map(([directory]) => directory)
}

function copy(from, to) {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !UNNEEDED.test(file) && !file.slice(from.length).includes('/node_modules'),
  })
}

/** The commands that work without the sources of the build. */
function commandsOf(scripts) {
  return Object.fromEntries(Object.entries(scripts).filter(([, line]) => COMMAND.test(line)))
}

async function commitOf() {
  const { code, output } = await capture('git', ['describe', '--always', '--exclude=*', '--dirty'])
  if (code === 0) return output.trim()
  throw new SetupError(`A release is named by its commit, and git does not say it: ${output}`)
}

async function versionOf(node) {
  return (await capture(node, ['--version'])).output.trim()
}

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

async function must(command, args) {
  const { code, output } = await capture(command, args)
  if (code !== 0) throw new SetupError(`${command} failed: ${output}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => {
    const { tarball } = await buildRelease(await ensure())
    console.log(tarball)
    return 0
  })
}
