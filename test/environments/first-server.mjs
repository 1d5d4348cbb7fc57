import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { inRoot, readJson } from '../../scripts/project.mjs'
import { buildRelease } from '../../scripts/release.mjs'
import { capture } from '../../scripts/run.mjs'
import { missingForS3, packagesForS3, withS3Server } from './s3-server.mjs'
import { databaseUser, newestPrograms } from './system-postgres.mjs'

const PROGRAMS = ['nginx', 'openssl', 'tar']
/** Debian's packages of these, and of an S3 server, whose programs other tests use too. */
const PACKAGES = ['postgresql', 'nginx', 'openssl', 'poppler-utils', ...packagesForS3]
const USER = 'onboarding-afternoon'
const READABLE = 0o755

/**
 * Prepares an empty server: a release and two later ones (one works, one does not start), a certificate, and a folder
 * that is deleted afterwards. As root, all programs run as unprivileged users.
 *
 * @param work receives the environment variables that describe it to tests
 * @returns the result of the work, or which programs are missing
 */
export async function withFirstServer(node, work) {
  await installPackages()
  const missing = missingPrograms()
  if (missing.length > 0) return { missing }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onboarding-first-server-'))
  chmodSync(folder, READABLE)
  try {
    const release = await buildRelease(node)
    const certificate = await makeCertificate(folder)
    const server = {
      ...release,
      folder,
      postgres: newestPrograms(),
      certificate,
      databaseUser: (await databaseUser()) ?? null,
      serviceUser: await createUser(),
      tarball: release.tarball,
      next: await repack(release, folder, 'next', changeAssets),
      broken: await repack(release, folder, 'broken', (unpacked) => {
        writeFileSync(path.join(unpacked, 'dist/server/main.mjs'), 'process.exit(3)\n')
      }),
    }
    const variables = { FIRST_SERVER: JSON.stringify(server), NODE_EXTRA_CA_CERTS: certificate.file }
    if (missingForS3().length === 0) {
      return await withS3Server((endpoint) => work({ ...variables, TEST_S3_ENDPOINT: endpoint }))
    }
    console.log('No S3 server is installed: files are stored on the disk.')
    return await work(variables)
  } finally {
    if (isRoot()) await capture('userdel', [USER])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The release under another version, changed; returns its tarball. */
async function repack(release, folder, suffix, change) {
  const name = `${release.name}.${suffix}`
  const unpacked = path.join(folder, name)
  cpSync(release.folder, unpacked, { recursive: true, verbatimSymlinks: true })
  const manifest = path.join(unpacked, 'package.json')
  writeFileSync(manifest, JSON.stringify({ ...readJson(manifest), version: name }))
  change(unpacked)
  const tarball = path.join(folder, `${suffix}.tar`)
  await must('tar', ['-cf', tarball, '-C', folder, name])
  rmSync(unpacked, { recursive: true })
  return { name, tarball }
}

/** Renames the script of the sign-in page, as a change of its content would. */
function changeAssets(unpacked) {
  const client = path.join(unpacked, 'dist/client')
  const pages = ['index.html', 'sign-in.html'].map((name) => path.join(client, name))
  const [, script] = /\/assets\/([\w-]+)\.js"/u.exec(readFileSync(pages[0], 'utf8'))
  for (const page of pages) {
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replaceAll(`/assets/${script}.js`, `/assets/${script}next.js`),
    )
  }
  const assets = path.join(client, 'assets')
  for (const file of readdirSync(assets).filter((name) => name.startsWith(`${script}.js`))) {
    renameSync(path.join(assets, file), path.join(assets, file.replace(script, `${script}next`)))
  }
}

/** A self-signed certificate for PostgreSQL and the site. */
async function makeCertificate(folder) {
  const file = path.join(folder, 'fullchain.pem')
  const key = path.join(folder, 'privkey.pem')
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await must('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...names,
    '-keyout',
    key,
    '-out',
    file,
  ])
  chmodSync(key, 0o644)
  return { file, key }
}

const isRoot = () => process.getuid() === 0

/** As root, the unprivileged user of all programs except the database. */
async function createUser() {
  if (!isRoot()) return null
  await capture('userdel', [USER])
  // As docs/install.md has it.
  const [command] = /useradd .*(?= onboarding$)/mu.exec(readFileSync(inRoot('docs', 'install.md'), 'utf8'))
  await must('sh', ['-c', `${command} ${USER}`])
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await capture('id', [flag, USER])).output)),
  )
  return { name: USER, ids: { uid, gid } }
}

function missingPrograms() {
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
  return newestPrograms() === undefined ? [...missing, 'postgresql'] : missing
}

/** On a bare Debian, root installs what is missing. */
async function installPackages() {
  const isComplete = missingPrograms().length === 0 && missingForS3().length === 0
  if (isComplete || !isRoot() || spawnSync('which', ['apt-get']).status !== 0) return
  const begun = performance.now()
  console.log(`Installing ${PACKAGES.join(' ')} …`)
  const install = `apt-get update && apt-get install --yes --no-install-recommends ${PACKAGES.join(' ')}`
  const { code, output } = await capture('sh', [
    '-c',
    `DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; ${install}`,
  ])
  console.log(code === 0 ? `${((performance.now() - begun) / 1000).toFixed(1)} s` : output)
}

async function must(command, args) {
  const { code, output } = await capture(command, args)
  if (code !== 0) throw new Error(`${command}: ${output}`)
}
