import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { explainStartError } from '#base/server/config/explain-start-error.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { keyFileOf } from '#base/server/encryption/key-file.ts'
import { reasonOf } from '#base/server/logging/describe-error.ts'
import { openSeal } from '#base/server/seal/open-seal.ts'
import { createStore, MIN_FREE_DISK_BYTES } from '#base/server/storage/create-store.ts'
import type { proxyOf } from '#base/server/http/untrusted-proxy.ts'
import { mailOperator } from '#features/mail/server/mail-operator.ts'
import { verifySmtp } from '#features/mail/server/transports/smtp-transport.ts'
import { obstacleOfUnit, readUnit } from './service-unit.ts'
import { settingProblems } from '../system/checks/configuration.ts'
import { examine, ok, problem, warning, type Finding, type Outcome } from './finding.ts'

const OTHERS = 0o077
const MEGABYTE = 1024 * 1024
const CALL_MS = 8000

/**
 * Examines all settings and the services that they name, except the database.
 *
 * @param testMailTo the recipient of a test mail; null: none is sent
 */
export async function examineSettings(settings: Settings, testMailTo: string | null): Promise<Finding[]> {
  const found = await Promise.all([
    examine('key', 'Encryption key', () => examineKey(settings)),
    examine('seal-files', 'Seal', () => examineSeal(settings)),
    examine('data-folder', 'Data folder', () => examineDataFolder(settings)),
    examine('disk-space', 'Free disk space', () => examineDisk(settings)),
    examine('files', 'Stored files', () => examineStore(settings)),
    examine('smtp', 'Mail server', () => examineMail(settings, testMailTo)),
    examine('address', 'Address', () => examineAddress(settings)),
  ])
  return found.flat()
}

/** What is set on screen is in the database: `settings` are those after `loadFirm`. */
export function examineFirm(settings: Settings): Outcome | Outcome[] {
  const problems = settingProblems(settings)
  return problems.length === 0 ? ok('Complete.') : problems.map(({ value }) => warning(value))
}

function examineKey(settings: Settings): Outcome {
  if (settings.encryptionKeys !== undefined) return ok('Set by ENCRYPTION_KEY.')
  const file = keyFileOf(settings)
  if (!existsSync(file))
    return warning(
      `There is no key in ${file} yet: the first start creates one. Copy it to a safe place then.`,
    )
  return process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0
    ? problem(`Other users of this machine can read ${file}. Run: chmod 600 ${file}`)
    : ok(`In ${file}.`)
}

async function examineSeal(settings: Settings): Promise<Outcome> {
  const seal = await openSeal({ ...settings, demo: false }, new Date())
  return seal === null
    ? ok('None: clients sign on paper.')
    : ok(`The certificate of ${seal.subject} can be used.`)
}

/** Writes as the service does: as this user, who is that of the service, and within what its unit leaves writable. */
async function examineDataFolder({ dataDir }: Settings): Promise<Outcome> {
  if (!existsSync(dataDir)) return warning(`${dataDir} does not exist yet: the first start creates it.`)
  const file = path.join(dataDir, `.doctor-${randomUUID()}`)
  try {
    await writeFile(file, '', { flag: 'wx' })
  } catch (error) {
    return problem(
      `${userInfo().username} cannot write to ${dataDir}: ${reasonOf(error)}. Give it to the user of the service: ` +
        `chown -R USER ${dataDir}`,
    )
  } finally {
    await rm(file, { force: true })
  }
  const obstacle = obstacleOfUnit(await readUnit(), dataDir)
  return obstacle === null ? ok(`${dataDir} can be written to.`) : problem(obstacle)
}

async function examineDisk({ dataDir }: Settings): Promise<Outcome> {
  if (!existsSync(dataDir)) return warning(`${dataDir} does not exist yet: the first start creates it.`)
  const { bavail, bsize } = await statfs(dataDir)
  const free = Math.floor((bavail * bsize) / MEGABYTE)
  return bavail * bsize < MIN_FREE_DISK_BYTES
    ? problem(
        `Only ${free} MB are free in ${dataDir}, so uploads are refused. Free ${MIN_FREE_DISK_BYTES / MEGABYTE} MB or more.`,
      )
    : ok(`${free} MB free in ${dataDir}.`)
}

async function examineStore(settings: Settings): Promise<Outcome | Outcome[]> {
  if (settings.s3 === undefined && !existsSync(settings.dataDir))
    return ok('On the disk, once the server has started.')
  const store = await createStore(settings)
  const problems = settings.baseUrl === undefined ? [] : await store.prepare(settings.baseUrl.origin)
  if (problems.length > 0) return problems.map((text) => problem(text))
  await store.check()
  return ok(store.kind === 's3' ? `In the bucket ${settings.s3?.bucket}.` : 'On the disk.')
}

async function examineMail(settings: Settings, testMailTo: string | null): Promise<Outcome> {
  const { smtpUrl, from } = settings.mail
  try {
    if (smtpUrl !== undefined) await verifySmtp(smtpUrl)
    if (testMailTo !== null) await sendTestMail(settings, testMailTo)
  } catch (error) {
    const reason = explainStartError(error, { SMTP_URL: smtpUrl }).replace(/\.$/u, '')
    return problem(`${reason}. Check SMTP_URL, the network and the mail server; mail stays queued meanwhile.`)
  }
  if (smtpUrl === undefined) return warning('Mail is written to files. Set SMTP_URL to send it.')
  return ok(testMailTo === null ? `Accepts mail from ${from}.` : `Accepted a test mail to ${testMailTo}.`)
}

async function sendTestMail(settings: Settings, to: string): Promise<void> {
  const { firmName } = settings.branding
  await mailOperator(settings, {
    to,
    subject: `Test mail from ${firmName}`,
    text: `This is a test mail of the client onboarding of ${firmName}. You do not need to do anything.\n`,
  })
}

/** Calls the site as browsers do: by its name, through its proxy, with its certificate. */
async function examineAddress({ baseUrl, trustProxy }: Settings): Promise<Outcome> {
  if (baseUrl === undefined) return ok('BASE_URL is not set: any host name is accepted.')
  try {
    const response = await fetch(new URL('/healthz', baseUrl), {
      signal: AbortSignal.timeout(CALL_MS),
    })
    const { proxy } = (await response.json()) as { proxy?: ReturnType<typeof proxyOf> }
    if (proxy === 'untrusted')
      return warning(
        `${baseUrl.origin} answers through a proxy that TRUST_PROXY does not name: all users share its address.`,
      )
    return proxy === 'none' && trustProxy !== false
      ? warning(
          `${baseUrl.origin} answers, but X-Forwarded-For is missing: set it in the proxy, or set TRUST_PROXY=0 without one.`,
        )
      : ok(`${baseUrl.origin} answers${proxy === 'trusted' ? ' through a trusted proxy' : ''}.`)
  } catch (error) {
    return problem(
      `${baseUrl.origin} does not answer from here: ${reasonOf(error)}. Check that the server runs, the proxy, its certificate and DNS.`,
    )
  }
}
