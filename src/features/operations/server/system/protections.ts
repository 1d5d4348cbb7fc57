import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Protection } from '#base/rules/health-checks.ts'
import { commandCall } from '#base/server/command-call.ts'
import { chainState } from '#features/audit/server/log/chain-state.ts'
import { unsentBytes } from '#features/audit/server/log/send-anchors.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { keyFileOf } from '#base/server/encryption/key-file.ts'
import type { Context } from '#base/server/context.ts'
import { limits, SUSPICIOUS_FOR } from '#base/server/throttling/limits.ts'

type Finding = Pick<Protection, 'state' | 'detail'>

const MINUTE_MS = 60_000
const NOTHING = new Uint8Array()

const on = (detail: string): Finding => ({ state: 'on', detail })
const partly = (detail: string): Finding => ({ state: 'partly', detail })
const off = (detail: string): Finding => ({ state: 'off', detail })

/** Protections of a deployment; each is determined from its settings and current state. */
const protections: readonly {
  name: string
  title: string
  find: (context: Context) => Finding | Promise<Finding>
}[] = [
  { name: 'tls', title: 'SSL/TLS', find: transport },
  { name: 'sessions', title: 'Sessions', find: sessions },
  { name: 'rate-limiting', title: 'Rate limiting', find: rateLimiting },
  { name: 'addresses', title: 'Visitors’ addresses', find: visitorsAddresses },
  { name: 'csrf', title: 'CSRF protection', find: foreignPages },
  { name: 'encryption', title: 'Encryption at rest', find: encryption },
  { name: 'second-factor', title: 'Second factor', find: secondFactor },
  { name: 'virus-scan', title: 'Virus scanning', find: virusScanning },
  { name: 'signing', title: 'Signing on screen', find: signingOnScreen },
  { name: 'audit-role', title: 'Audit log protected from the application', find: auditRole },
  { name: 'audit-chain', title: 'Audit log chain', find: auditChain },
  { name: 'audit-anchors', title: 'Audit log anchored elsewhere', find: auditAnchors },
]

/** The current protections of this deployment. */
export async function findProtections(context: Context): Promise<Protection[]> {
  return Promise.all(
    protections.map(async ({ name, title, find }) => ({ name, title, ...(await find(context)) })),
  )
}

const SOON_MS = 60 * 24 * 60 * MINUTE_MS

function signingOnScreen({ seal, settings, now }: Context): Finding {
  if (seal === null) {
    return off(
      `Clients sign on paper. Set SEAL_CERTIFICATE and SEAL_KEY, or create them: ${commandCall('seal:create', '--name "The firm"')}`,
    )
  }
  const { subject, validFrom, validUntil } = seal
  const until = formatDate(validUntil)
  if (validUntil <= now())
    return off(`The certificate of ${subject} expired on ${until}. Clients sign on paper.`)
  if (validFrom > now()) {
    return off(
      `The certificate of ${subject} is valid from ${formatDate(validFrom)}. Clients sign on paper until then.`,
    )
  }
  if (validUntil.getTime() - now().getTime() < SOON_MS) {
    return partly(`The certificate of ${subject} expires on ${until}. Set a new one before then.`)
  }
  const time = settings.sealTsaUrl === undefined ? 'by this server’s clock' : 'by a timestamp server'
  return on(`Sealed with the certificate of ${subject}, until ${until}; time ${time}.`)
}

function transport({ https }: Context): Finding {
  return https
    ? on(
        'The site is served over HTTPS. Cookies are sent over HTTPS only, and browsers stay on it for a year (HSTS).',
      )
    : off('The site is served over plain HTTP. Set BASE_URL to its https:// address.')
}

function sessions({ https, settings: { sessionLimits } }: Context): Finding {
  const [staff, client] = [sessionLimits.admin, sessionLimits.client].map(({ idleMs }) => idleMs / MINUTE_MS)
  const detail = `Cookies are hidden from scripts and other sites; idle sessions end after ${staff} minutes for staff and ${client} for clients.`
  return https ? on(detail) : partly(`${detail} Over plain HTTP a session can be hijacked.`)
}

function rateLimiting(): Finding {
  const { account, address } = limits
  return on(
    `${account.points} failed sign-ins within ${account.window / 60} minutes slow an account down; ${address.points} ` +
      `from one address block it for ${SUSPICIOUS_FOR / 60} minutes.`,
  )
}

/** Behind an unconfigured proxy, all visitors seem to have one address, and are blocked together. */
function visitorsAddresses({ settings, https }: Context): Finding {
  if (settings.trustProxy !== false) {
    return on('Read from the proxies named in TRUST_PROXY, which must be the only way in.')
  }
  return https
    ? off(
        'HTTPS ends at a proxy, so all visitors appear to share its address. Set TRUST_PROXY to the number of proxies or their addresses.',
      )
    : on('Read from the connection.')
}

function foreignPages({ settings }: Context): Finding {
  const { baseUrl } = settings
  return baseUrl === undefined
    ? partly(
        'Changes are accepted only from pages on the requested host. Set BASE_URL to accept only one origin.',
      )
    : on(`Changes are accepted only from pages on ${baseUrl.origin}.`)
}

async function encryption({ keyring, settings, database: { pool } }: Context): Promise<Finding> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from encryption_keys where in_use and id <> $1 order by created_at desc',
    [keyring.current.id],
  )
  const older = rows.map(({ id }) => id)
  const detail = `AES-256 with the key ${keyring.current.id}${older.length === 0 ? '' : `; older data with ${older.join(', ')}`}.`
  return isKeyBesideData(settings)
    ? partly(`${detail} It is stored next to the data: set ENCRYPTION_KEY_FILE to a file outside DATA_DIR.`)
    : on(detail)
}

/** A backup or a copy of DATA_DIR takes a key file below it along. */
function isKeyBesideData(settings: Context['settings']): boolean {
  if (settings.encryptionKeys !== undefined) return false
  const folder = path.dirname(keyFileOf(settings))
  const [data, keys] = [settings.dataDir, folder].map((name) =>
    existsSync(name) ? realpathSync(name) : name,
  )
  return !path.relative(data ?? '', keys ?? '').startsWith('..')
}

async function secondFactor({ settings, database: { pool } }: Context): Promise<Finding> {
  const { rows } = await pool.query<{ staff: number; enrolled: number }>(
    `select count(*)::int as staff, count(second_factor_since)::int as enrolled from users
     where role <> 'client' and deactivated_at is null`,
  )
  const { staff = 0, enrolled = 0 } = rows[0] ?? {}
  const detail = `${enrolled} of ${staff} staff have set one up.`
  const { secondFactorRoles } = settings
  if (secondFactorRoles.includes('wealth_manager')) return on(`Required for all staff. ${detail}`)
  if (secondFactorRoles.length > 0) return on(`Required for administrators. ${detail}`)
  return partly(`${detail} Require it for all staff under Firm, Sign-in.`)
}

async function virusScanning({ scanner, settings }: Context): Promise<Finding> {
  if (scanner === null) return off('Files are not scanned. Set CLAMD_URL to the address of a ClamAV server.')
  const verdict = await scanner.scanNow(NOTHING)
  const where = `ClamAV at ${settings.clamdUrl?.host || settings.clamdUrl?.pathname || 'its address'}`
  if (verdict.is === 'unknown')
    return partly(`${where} is not responding. Files can’t be opened until it scans them.`)
  return on(`Every file is scanned by ${where} before it can be opened.`)
}

async function auditRole({ database: { pool } }: Context): Promise<Finding> {
  const { rows } = await pool.query<{ mighty: boolean }>(
    `select bool_or(pg_has_role(current_user, relowner, 'member')
        or has_table_privilege(oid, 'update, delete, truncate')
        or (relname <> 'audit_events' and has_table_privilege(oid, 'insert'))) as mighty
      from pg_class where oid in ('audit_events'::regclass, 'audit_chain'::regclass, 'audit_checks'::regclass)`,
  )
  return rows[0]?.mighty === false
    ? on('The application can add to the log, but can’t change or remove entries or their checks.')
    : partly(
        'Triggers reject changes, but the application owns the log. Set DATABASE_OWNER_URL to separate the roles.',
      )
}

async function auditChain(context: Context): Promise<Finding> {
  const { sound, firstAltered } = await chainState(context)
  if (firstAltered !== null)
    return off(`The log was altered: row ${firstAltered.id}, ${firstAltered.reason}.`)
  return sound === null
    ? partly('Not checked yet. The first check runs within five minutes of startup.')
    : on('No tampering found.')
}

async function auditAnchors({ settings }: Context): Promise<Finding> {
  const { auditAnchorUrl } = settings
  if (auditAnchorUrl === undefined)
    return partly(
      'Stored only in DATA_DIR. Set AUDIT_ANCHOR_URL to store them where no one on this machine can write.',
    )
  const where = `${auditAnchorUrl.protocol}//${auditAnchorUrl.host}`
  return (await unsentBytes(settings)) === 0
    ? on(`Sent to ${where}.`)
    : partly(`Some are waiting to be sent to ${where}.`)
}
