import { accessSync, constants, statSync } from 'node:fs'
import type { Environment } from './environment.ts'
import { isDomainOf } from '#features/sign-in/passkey-settings.ts'
import { dueDiligenceProblems } from '#features/due-diligence/settings.ts'
import { sealProblems } from '#base/server/config/seal.ts'

type Checks = [wrong: boolean, problem: string][]

/** The settings that are derived from several variables. */
interface Derived {
  demo: boolean
  host: string
  baseUrl: URL | undefined
}

const found = (checks: Checks) => checks.filter(([wrong]) => wrong).map(([, problem]) => problem)

/** Whether a host name is this machine's loopback. */
function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|(?:.+\.)?localhost)$/u.test(host)
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function isFolder(folder: string): boolean {
  return isReadable(folder) && statSync(folder).isDirectory()
}

/** Combinations that cannot work. */
export function problemsAnywhere(env: Environment, { demo, host, baseUrl }: Derived): string[] {
  const isPublic = !isLoopback(host) || (baseUrl !== undefined && !isLoopback(baseUrl.hostname))
  return found([
    [
      demo && isPublic && env.DEMO !== 'public',
      'DEMO: demo mode shows passwords to every visitor, and HOST or BASE_URL is reachable from other machines; set DEMO=0, or DEMO=public if everyone who can reach it may use every demo account',
    ],
    [
      (env.AWS_ACCESS_KEY_ID === undefined) !== (env.AWS_SECRET_ACCESS_KEY === undefined),
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: set both or neither',
    ],
    [
      env.S3_ENDPOINT !== undefined && env.S3_BUCKET === undefined,
      'S3_ENDPOINT: set S3_BUCKET too, or leave it out; without a bucket files are stored on the disk',
    ],
    [
      env.ENCRYPTION_KEY !== undefined && env.ENCRYPTION_KEY_FILE !== undefined,
      'ENCRYPTION_KEY and ENCRYPTION_KEY_FILE: set one of them',
    ],
    ...sealProblems(env),
    ...dueDiligenceProblems(env),
    [
      env.PASSKEY_RP_ID !== undefined && !isDomainOf(env.PASSKEY_RP_ID, baseUrl?.hostname ?? ''),
      `PASSKEY_RP_ID: use the host name of BASE_URL${baseUrl === undefined ? '' : ` (${baseUrl.hostname})`} or a domain above it; browsers refuse passkeys of any other`,
    ],
    [
      env.DATABASE_OWNER_URL !== undefined && env.DATABASE_URL === undefined,
      'DATABASE_OWNER_URL: set DATABASE_URL too, to the same database for the role that the application works as',
    ],
    [
      env.NODE_EXTRA_CA_CERTS !== undefined && !isReadable(env.NODE_EXTRA_CA_CERTS),
      `NODE_EXTRA_CA_CERTS: the file ${env.NODE_EXTRA_CA_CERTS} cannot be read; correct the path, or let the server’s user read it`,
    ],
    [
      env.LISTS_DIR !== undefined && !isFolder(env.LISTS_DIR),
      `LISTS_DIR: the folder ${env.LISTS_DIR} does not exist or cannot be read; create it, or correct the path`,
    ],
  ])
}

/** What production refuses. */
export function problemsInProduction(env: Environment, { demo, baseUrl }: Derived): string[] {
  return found([
    [demo, 'DEMO: demo mode is refused in production; remove it'],
    [
      baseUrl?.protocol !== 'https:',
      'BASE_URL: set the https:// address that users open; cookies are never sent over plain HTTP',
    ],
    [
      env.TRUST_PROXY === undefined,
      'TRUST_PROXY: set the number of proxies in front (1), or 0 if users reach the server directly; without it all users would share the proxy’s address and its limits',
    ],
    [
      env.S3_ENDPOINT !== undefined && new URL(env.S3_ENDPOINT).protocol !== 'https:',
      'S3_ENDPOINT: use an https:// address; browsers send files there, and refuse to from a page over HTTPS',
    ],
    [
      env.ENCRYPTION_KEY === undefined && env.ENCRYPTION_KEY_FILE === undefined,
      'ENCRYPTION_KEY: set 32 random bytes in base64 (openssl rand -base64 32), and keep a copy in a safe place; or ENCRYPTION_KEY_FILE, a file with it',
    ],
    [
      env.SMTP_URL === undefined,
      'SMTP_URL: set a mail server; invitations and temporary passwords are sent by email',
    ],
    [env.MAIL_FROM === undefined, 'MAIL_FROM: set the address that email is sent from'],
  ])
}
