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
/** Images of this folder alone: those of the machine are not touched. */
const STORE = ['--root', path.join(FOLDER, 'images'), '--runroot', path.join(FOLDER, 'run')]
const MEGABYTE = 1024 * 1024

/**
 * Builds the image of the Dockerfile on a Debian that is put together from packages, since no registry of images is needed for that:
 * with this Node, and this machine's npm. What a machine lacks for it is named, and nothing done.
 *
 * @param work gets what describes it to tests, as variables
 * @returns what became of the work
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
  // The format that has a HEALTHCHECK.
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

/** Where its files lie, what it says on its own, and its size above that Debian. */
async function describeImage(container) {
  const { Docker: image } = JSON.parse(await output('inspect', '--type', 'image', IMAGE))
  return {
    folder: await output('mount', container),
    config: image.config,
    megabytes: Math.round(((await sizeOf(IMAGE)) - (await sizeOf(BASE))) / MEGABYTE),
  }
}

/** Kept from run to run: putting a Debian together takes minutes. */
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

/** What the Dockerfile asks of the image that it begins with: Node, npm, and a user `node` of the number 1000. */
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

/** The npm that runs this; where none does, the machine's own. Whose `root` it names depends on the Node that comes first. */
async function folderOfNpm() {
  const { npm_execpath: program } = process.env
  if (program) return path.resolve(program, '../..')
  return path.join((await capture('npm', ['root', '--global'])).output.trim().split('\n').at(-1), 'npm')
}

/** While it is built, packages come the way they come on this machine: by its network, certificates and settings of npm, and its cache. */
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

/** @param text as buildah writes it: "608 MB" */
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
