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
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { productFile } from '#server/platform/product-file.ts'

type Variables = Readonly<Record<string, string>>

/** The user that the server runs as. `ids` is null unless root runs setup: then it is the current user. */
interface ServiceUser {
  name: string
  ids: { uid: number; gid: number } | null
}

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700
const KEY_BYTES = 32
/** Folders of deploy/ for one machine, and what in them is to be replaced. */
const DEPLOYED = ['systemd', 'proxy', 'prometheus']
const EXAMPLE = {
  host: 'onboarding.yourfirm.example',
  home: '/opt/client-onboarding',
  port: '127.0.0.1:3000',
}
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
export function writeFiles(settings: Variables, user: ServiceUser, deployFolder: string | undefined): void {
  const { ENCRYPTION_KEY_FILE: keyFile = '', DATA_DIR: dataDir = '' } = settings
  makeFolder(path.dirname(keyFile), user)
  makeFolder(dataDir, user)
  if (!existsSync(keyFile)) writePrivate(keyFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`, user)
  writePrivate(envFile, linesOf(settings), user)
  if (deployFolder !== undefined) writeDeployment(deployFolder, settings, user)
}

function makeFolder(folder: string, { ids }: ServiceUser): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
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

function writeDeployment(
  target: string,
  { BASE_URL = '', PORT = '' }: Variables,
  { name }: ServiceUser,
): void {
  for (const folder of DEPLOYED) {
    const from = productFile(path.join('deploy', folder))
    mkdirSync(path.join(target, folder), { recursive: true })
    for (const file of readdirSync(from)) {
      const text = readFileSync(path.join(from, file), 'utf8')
        .replaceAll(EXAMPLE.host, new URL(BASE_URL).hostname)
        .replaceAll(EXAMPLE.home, path.dirname(envFile))
        .replaceAll(EXAMPLE.port, `127.0.0.1:${PORT}`)
        .replaceAll('User=onboarding', `User=${name}`)
        .replaceAll('-o onboarding', `-o ${name}`)
      writeFileSync(path.join(target, folder, file), text)
    }
  }
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
