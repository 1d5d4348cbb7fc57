import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { HOMES, isBelow, TEMPORARY } from '#features/operations/server/doctor/service-unit.ts'
import { productFile } from '#base/server/product-file.ts'

type Variables = Readonly<Record<string, string>>

/** The user that the server runs as. `ids` is null unless root runs setup: then it is the current user. */
interface ServiceUser {
  name: string
  ids: { uid: number; gid: number } | null
}

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700
const PASSABLE_FOLDER = 0o755
const KEY_BYTES = 32
/** Folders of deploy/ for one machine, and what in them is to be replaced. */
const DEPLOYED = ['systemd', 'proxy', 'prometheus']
const EXAMPLE = {
  host: 'onboarding.yourfirm.example',
  home: '/opt/client-onboarding',
  port: '127.0.0.1:3000',
  email: 'you@yourfirm.example',
}
/** Where systemd's StateDirectory is. */
const STATE_FOLDER = '/var/lib/client-onboarding'
/** Addresses that mean all of this machine, and how the proxy reaches a server there. */
const LOCAL_HOSTS = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
])
const SECRET = /^(?:DATABASE|SMTP|METRICS|AWS_SECRET)/u

/** Of an installed release it is a link to the file that all releases share. */
export const envFile = resolveLink(productFile('.env'))

function resolveLink(file: string): string {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? path.resolve(path.dirname(file), readlinkSync(file)) : file
}

/** @throws where root runs setup and there is no such user */
export function serviceUser(name: string): ServiceUser {
  if (process.getuid?.() !== 0) return { name, ids: null }
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim(),
  )
  if (!uid || !gid) {
    throw new Error(
      `There is no user "${name}". Create it: useradd --system --shell /usr/sbin/nologin ${name}`,
    )
  }
  return { name, ids: { uid: Number(uid), gid: Number(gid) } }
}

/** What would be done, without secrets. */
export function describeFiles(settings: Variables, deployFolder: string | undefined): string {
  const shown = Object.entries(settings).map(
    ([name, value]) => [name, SECRET.test(name) ? '…' : value] as const,
  )
  return [
    'Nothing was changed. Setup would create the roles onboarding_owner and onboarding_application, the database onboarding,',
    `the key file, the first administrator${deployFolder === undefined ? '' : `, files in ${deployFolder}`} and ${envFile}:`,
    '',
    linesOf(Object.fromEntries(shown)),
  ].join('\n')
}

/** Writes .env, the key file where there is none, the data folder, and the files for systemd and the proxy. */
export function writeFiles(
  settings: Variables,
  user: ServiceUser,
  { deployFolder, email }: { deployFolder: string | undefined; email: string },
): void {
  const { ENCRYPTION_KEY_FILE: keyFile = '', DATA_DIR: dataDir = '' } = settings
  makeServiceFolder(path.dirname(keyFile), user)
  makeServiceFolder(dataDir, user)
  if (!existsSync(keyFile)) writePrivate(keyFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`, user)
  writePrivate(envFile, linesOf(settings), user)
  if (deployFolder !== undefined) writeDeployment(deployFolder, settings, { name: user.name, email })
}

/** Runs a command with the path of a file that only the server's user can read, and removes it. */
export async function withFile(
  { user, folder, text }: { user: ServiceUser; folder: string; text: string },
  work: (file: string) => Promise<void>,
): Promise<void> {
  const file = path.join(folder, `setup-${process.pid}.json`)
  writePrivate(file, text, user)
  try {
    await work(file)
  } finally {
    rmSync(file, { force: true })
  }
}

/** Makes a folder of the service's own. The service passes through folders that are new above it. */
export function makeServiceFolder(folder: string, { ids }: Pick<ServiceUser, 'ids'>): void {
  if (existsSync(folder)) return
  const above = path.dirname(folder)
  const first = mkdirSync(above, { recursive: true })
  if (first !== undefined) {
    for (let one = above; one.startsWith(first); one = path.dirname(one)) chmodSync(one, PASSABLE_FOLDER)
  }
  mkdirSync(folder, { mode: OWNER_ONLY_FOLDER })
  if (ids !== null) chownSync(folder, ids.uid, ids.gid)
}

function writePrivate(file: string, text: string, { ids }: ServiceUser): void {
  writeFileSync(file, text, { mode: OWNER_ONLY })
  chmodSync(file, OWNER_ONLY)
  if (ids !== null) chownSync(file, ids.uid, ids.gid)
}

/** As `node --env-file` reads it. */
function linesOf(variables: Variables): string {
  const quote = (value: string) =>
    /^[\w.,:;/@%+=?&~-]*$/u.test(value) ? value : `'${value.replaceAll("'", '’')}'`
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${quote(value)}\n`)
    .join('')
}

/** Writes the files of deploy/ for these settings. */
export function writeDeployment(
  target: string,
  settings: Variables,
  { name, email }: { name: string; email: string },
): void {
  const { BASE_URL = '', PORT = '', HOST = '127.0.0.1' } = settings
  const { hostname, port: publicPort } = new URL(BASE_URL)
  const upstream = `${LOCAL_HOSTS.get(HOST) ?? (HOST.includes(':') ? `[${HOST}]` : HOST)}:${PORT}`
  for (const folder of DEPLOYED) {
    const from = productFile(path.join('deploy', folder))
    mkdirSync(path.join(target, folder), { recursive: true })
    for (const file of readdirSync(from)) {
      const text = readFileSync(path.join(from, file), 'utf8')
        .replaceAll(EXAMPLE.email, email)
        .replaceAll(EXAMPLE.host, hostname)
        .replaceAll(EXAMPLE.home, path.dirname(envFile))
        .replaceAll(EXAMPLE.port, upstream)
        .replaceAll('User=onboarding', `User=${name}`)
        .replaceAll('-o onboarding', `-o ${name}`)
      writeFileSync(path.join(target, folder, file), withAccess(withPublicPort(text, publicPort), settings))
    }
  }
}

/** The proxies listen on the port of BASE_URL, and redirect to it. */
function withPublicPort(text: string, port: string): string {
  if (port === '') return text
  return text
    .replaceAll(/listen (\[::\]:)?443 ssl/gu, `listen $1${port} ssl`)
    .replaceAll('https://$host$request_uri', `https://$host:${port}$request_uri`)
    .replaceAll('bind :443 ssl', `bind :${port} ssl`)
    .replaceAll(
      'http-request redirect scheme https code 301',
      `http-request redirect location https://%[hdr(host),field(1,:)]:${port}%[capture.req.uri] code 301`,
    )
}

/** What the service may read and write, wherever its folders are. */
function withAccess(text: string, settings: Variables): string {
  const {
    DATA_DIR: dataDir = '',
    ENCRYPTION_KEY_FILE: keyFile = '',
    NODE_EXTRA_CA_CERTS: authority = '',
  } = settings
  const used = [dataDir, keyFile, path.dirname(envFile), ...(authority === '' ? [] : [authority])]
  const isInHome = used.some((file) => isBelow(file, HOMES))
  const isTemporary = used.some((file) => isBelow(file, TEMPORARY))
  return text
    .replace(
      /^StateDirectory=client-onboarding\nStateDirectoryMode=0700$/mu,
      dataDir === STATE_FOLDER ? '$&' : `ReadWritePaths="${dataDir}"`,
    )
    .replace(/^ProtectHome=true$/mu, isInHome ? 'ProtectHome=read-only' : '$&')
    .replace(/^PrivateTmp=true$/mu, isTemporary ? 'PrivateTmp=false' : '$&')
}

/**
 * Runs another command of the product as the server's user, with the settings of the new .env only: variables of this
 * process can be those of an earlier .env.
 *
 * @throws when it fails, after it printed the reason
 */
export async function runAs({ ids }: ServiceUser, command: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, ['--run', command, '--', ...args], {
    cwd: productFile('.'),
    stdio: 'inherit',
    ...ids,
    env: { PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0)
    throw new Error(
      `"${command}" failed: see the message above. Earlier steps were kept; run setup again with --force.`,
    )
}
