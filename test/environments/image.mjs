import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { SetupError } from '../../scripts/ensure.mjs'
import { inRoot } from '../../scripts/project.mjs'
import { capture, run } from '../../scripts/run.mjs'

const PROGRAMS = ['buildah', 'debootstrap', 'crun', 'unshare', 'npm']
const FOLDER = inRoot('.tmp', 'image')
const BASE = 'localhost/onboarding-base'
const IMAGE = 'localhost/onboarding'
/** Images are stored in this folder only, apart from the machine's own. */
const STORE = ['--root', path.join(FOLDER, 'images'), '--runroot', path.join(FOLDER, 'run')]
const MEGABYTE = 1024 * 1024

/**
 * Builds the Dockerfile's image on a Debian base assembled from packages, without an image registry, with this
 * machine's Node and npm. Missing programs are named, and then nothing is built.
 *
 * @param work receives the environment variables that describe it to tests
 * @returns the result of the work
 */
export async function withImage(node, work) {
  const missing = missingForImage()
  if (missing.length > 0) {
    console.log(
      `No image: ${missing.join(', ')} missing. Not run. As root on Debian, the following installs what it takes:\n` +
        '  apt-get install --no-install-recommends buildah debootstrap crun',
    )
    return { passed: 0, failed: 0 }
  }
  await makeBase(node)
  // The format that supports HEALTHCHECK.
  await buildah('build', '--format', 'docker', ...(await reachingPackages()), '--tag', IMAGE, '.')
  const container = await output('from', '--pull-never', IMAGE)
  try {
    return await work({ BUILT_IMAGE: JSON.stringify(await describeImage(container)) })
  } finally {
    await buildah('rm', container)
  }
}

function missingForImage() {
  const programs = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
  return [...(process.getuid?.() === 0 ? [] : ['the rights of root']), ...programs]
}

/** The image's folder, its configuration, and its size above the base. */
async function describeImage(container) {
  const { Docker: image } = JSON.parse(await output('inspect', '--type', 'image', IMAGE))
  return {
    folder: await output('mount', container),
    config: image.config,
    megabytes: Math.round(((await sizeOf(IMAGE)) - (await sizeOf(BASE))) / MEGABYTE),
  }
}

/** Cached between runs, since assembling a Debian takes minutes. */
async function makeBase(node) {
  if ((await capture('buildah', [...STORE, 'inspect', '--type', 'image', BASE])).code === 0) return
  const root = path.join(FOLDER, 'base')
  const archive = path.join(FOLDER, 'base.tar')
  if (!existsSync(root)) {
    const draft = `${root}.new`
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    await must('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', draft])
    await giveNode(node, draft)
    renameSync(draft, root)
  }
  await must('tar', ['-C', root, '-cf', archive, '.'])
  const container = await output('from', 'scratch')
  await buildah('add', container, archive, '/')
  await buildah('commit', container, BASE)
  await buildah('rm', container)
  rmSync(archive)
}

/** The Dockerfile expects of its base image: Node, npm, and a user `node` with id 1000. */
async function giveNode(node, root) {
  const prefix = path.join(root, 'usr/local')
  const npm = await folderOfNpm()
  cpSync(node, path.join(prefix, 'bin/node'))
  cpSync(npm, path.join(prefix, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  for (const command of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, path.join(prefix, 'bin', command))
  }
  await must('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node'])
}

/** The npm that runs this, or else the machine's. Its `root` depends on the first Node in the path. */
async function folderOfNpm() {
  const { npm_execpath: program } = process.env
  if (program) return path.resolve(program, '../..')
  return path.join((await capture('npm', ['root', '--global'])).output.trim().split('\n').at(-1), 'npm')
}

/** Packages come through this machine's network, certificates, npm settings and cache. */
async function reachingPackages() {
  const setting = async (name) =>
    (await capture('npm', ['config', 'get', name])).output.trim().split('\n').at(-1)
  const volumes = [
    [await setting('cache'), '/root/.npm'],
    ['/etc/ssl/certs', '/etc/ssl/certs'],
    [await setting('userconfig'), '/root/.npmrc'],
    [await setting('globalconfig'), '/usr/local/etc/npmrc'],
  ]
  const mounts = volumes
    .filter(([here]) => existsSync(here))
    .flatMap(([here, there]) => ['--volume', `${here}:${there}`])
  return [
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--pull-never',
    '--build-arg',
    `NODE_IMAGE=${BASE}`,
    ...mounts,
  ]
}

async function sizeOf(image) {
  const [{ size }] = JSON.parse(await output('images', '--json', image))
  return toBytes(size)
}

/** @param text in buildah's format: "608 MB" */
function toBytes(text) {
  const [amount, unit] = text.split(' ')
  return Number(amount) * { KB: 1e3, MB: 1e6, GB: 1e9 }[unit]
}

function buildah(...args) {
  return must('buildah', [...STORE, ...args])
}

async function output(...args) {
  const { code, output: text } = await capture('buildah', [...STORE, ...args])
  if (code !== 0) throw new SetupError(`buildah ${args[0]} failed:\n${text}`)
  return text.trim()
}

async function must(command, args) {
  if ((await run(command, args)) !== 0) throw new SetupError(`${command} failed; it says why above.`)
}
