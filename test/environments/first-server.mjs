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
import { readJson } from '../../scripts/project.mjs'
import { buildRelease } from '../../scripts/release.mjs'
import { capture } from '../../scripts/run.mjs'
import { databaseUser, newestPrograms } from './system-postgres.mjs'

const PROGRAMS = ['nginx', 'openssl', 'tar']
const READABLE = 0o755

/**
 * Prepares an empty server: a release and two later ones (one works, one does not start), a certificate, and a folder
 * that is deleted afterwards. As root, all programs run as unprivileged users.
 *
 * @param work receives the environment variables that describe it to tests
 * @returns the result of the work, or which programs are missing
 */
export async function withFirstServer(node, work) {
  const postgres = newestPrograms()
  const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
  if (postgres === undefined) missing.push('postgresql')
  if (missing.length > 0) return { missing }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'onboarding-first-server-'))
  chmodSync(folder, READABLE)
  try {
    const release = await buildRelease(node)
    const certificate = await makeCertificate(folder)
    const server = {
      ...release,
      folder,
      postgres,
      certificate,
      databaseUser: (await databaseUser()) ?? null,
      serviceUser: await unprivilegedUser(),
      tarball: release.tarball,
      next: await repack(release, folder, 'next', changeAssets),
      broken: await repack(release, folder, 'broken', (unpacked) => {
        writeFileSync(path.join(unpacked, 'dist/server/main.mjs'), 'process.exit(3)\n')
      }),
    }
    return await work({ FIRST_SERVER: JSON.stringify(server), NODE_EXTRA_CA_CERTS: certificate.file })
  } finally {
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

/** The unprivileged user of all programs except the database, if tests run as root. */
async function unprivilegedUser() {
  if (process.getuid() !== 0) return null
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await capture('id', [flag, 'nobody'])).output)),
  )
  return { uid, gid }
}

async function must(command, args) {
  const { code, output } = await capture(command, args)
  if (code !== 0) throw new Error(`${command}: ${output}`)
}
