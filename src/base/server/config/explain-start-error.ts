import { reasonOf } from '#base/server/logging/describe-error.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Variables with the address of a service that a start or a command connects to. */
const ADDRESSES = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'S3_ENDPOINT',
  'SMTP_URL',
  'CLAMD_URL',
  'AUDIT_ANCHOR_URL',
]
const DATABASES = ['DATABASE_URL', 'DATABASE_OWNER_URL']
const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'postgres:': '5432',
  'postgresql:': '5432',
  'https:': '443',
  'http:': '80',
  'smtp:': '587',
  'smtps:': '465',
}

/** The facts of an error of Node or PostgreSQL. */
interface Facts {
  code: string
  message: string
  syscall: string
  host: string
  port: string
  path: string
}

interface Cause {
  is: (facts: Facts) => boolean
  /** What is wrong and what to do, after the variable. */
  text: (facts: Facts, variables: Variables) => string
}

const NETWORK = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'])
/** Of Node, or in the text where a library has a code of its own. */
const CERTIFICATES =
  /SELF_SIGNED|UNABLE_TO|CERT_|ALTNAME|self-signed certificate|certificate has expired|unable to (?:get|verify) [a-z ]{0,40}certificate|altnames/u
/** The mail library's own codes, which hide those of Node. */
const OF_MAIL = new Set(['ESOCKET', 'ECONNECTION', 'EDNS'])
const FOLDERS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC', 'EEXIST'])

/** Causes of a failed start, each with the variables to correct. The first that applies is shown. */
const causes: readonly Cause[] = [
  {
    is: ({ code, syscall }) => code === 'EADDRINUSE' && syscall === 'listen',
    text: ({ port }) =>
      `PORT: another program uses port ${port}. Stop it (ss -ltnp shows it), or choose another port.`,
  },
  {
    is: ({ code, syscall }) => code === 'EACCES' && syscall === 'listen',
    text: ({ port }) => `PORT: this user may not open port ${port}. Use a port from 1024.`,
  },
  {
    is: ({ code, syscall }) => code === 'EADDRNOTAVAIL' && syscall === 'listen',
    text: ({ host }) =>
      `HOST: ${host} is not an address of this machine. Use 127.0.0.1 behind a proxy on this machine, or 0.0.0.0.`,
  },
  {
    is: ({ code }) => code === '28P01',
    text: (facts, variables) =>
      `${ofRole(facts, variables)}: the database refuses the password of ${roleIn(facts)}. Correct the password in the address.`,
  },
  {
    is: ({ code, message }) => code === '28000' && /pg_hba/u.test(message),
    text: (facts, variables) =>
      `${ofRole(facts, variables)}: the database accepts no such connection (${facts.message}). Add a line to its pg_hba.conf, or use sslmode=verify-full.`,
  },
  {
    is: ({ code }) => code === '28000',
    text: (facts, variables) =>
      `${ofRole(facts, variables)}: the database has no role ${roleIn(facts)} that may sign in. Correct the name, or create the role.`,
  },
  {
    is: ({ code }) => code === '3D000',
    text: ({ message }, variables) =>
      `${ofDatabase(message, variables)}: ${message}. Correct the name, or create the database (docs/install.md).`,
  },
  {
    is: ({ code }) => code === '53300',
    text: () =>
      'DATABASE_URL: the database accepts no more connections. Raise its max_connections, or lower WORKERS.',
  },
  {
    is: ({ code }) => code === '42501',
    text: ({ message }) =>
      `DATABASE_OWNER_URL: the role may not change the schema (${message}). Name the role that owns the database there, and the application’s role in DATABASE_URL: they may be swapped.`,
  },
  {
    is: ({ message }) => message.includes('does not support SSL'),
    text: () =>
      'DATABASE_URL: the database does not offer TLS. Switch it on there, or remove sslmode from the address.',
  },
  {
    is: ({ code, syscall }) => (code === 'ENOTFOUND' || code === 'EAI_AGAIN') && syscall === 'getaddrinfo',
    text: ({ host }, variables) =>
      `${ofHost(host, '', variables, 'HOST')}: there is no host ${host}. Correct the name, or the name server of this machine.`,
  },
  {
    is: ({ code }) => NETWORK.has(code),
    text: ({ code, host, port }, variables) =>
      `${ofHost(host, port, variables, DATABASES.join(' or '))}: nothing answers at ${host}:${port} (${code}). Start the service, or correct the address.`,
  },
  {
    is: ({ code, message }) => CERTIFICATES.test(`${code} ${message}`),
    text: ({ code, message }, variables) =>
      `${addressesIn(variables)
        .map(([name]) => name)
        .join(
          ' or ',
        )}: the certificate is refused (${code}: ${message}). Give its authority in NODE_EXTRA_CA_CERTS, or correct the host name.`,
  },
  {
    is: ({ message }) => /wrong version number|packet length too long/u.test(message),
    text: () =>
      'SMTP_URL: the mail server does not begin with TLS at this port. Use smtp:// with this port (587), or smtps:// with port 465.',
  },
  {
    is: ({ code }) => code === 'EAUTH',
    text: () => 'SMTP_URL: the mail server refuses the name or the password. Correct them in the address.',
  },
  {
    is: ({ code, path }) => FOLDERS.has(code) && path !== '',
    text: ({ code, path }, variables) =>
      `${path.startsWith(variables['DATA_DIR'] ?? '\0') ? 'DATA_DIR: ' : ''}${path} cannot be used (${code}). Correct the path, or give it to the user of the server.`,
  },
]

/** What an operator reads about a failed start or command: the variable and what to do, else the error's own text. */
export function explainStartError(error: unknown, variables: Variables): string {
  for (const one of chainOf(error)) {
    const facts = factsOf(one)
    const cause = causes.find(({ is }) => is(facts))
    if (cause !== undefined) return cause.text(facts, variables)
  }
  return reasonOf(error)
}

/** An error, and those that libraries wrap. The product's own errors say what to do, whatever caused them. */
function chainOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const isWrapper = /^(?:Failed query|fetch failed)/u.test(error.message)
  const inner = error instanceof AggregateError ? error.errors : isWrapper ? [error.cause] : []
  return [error, ...inner.flatMap(chainOf)]
}

function factsOf(error: Error): Facts {
  const text = (name: string): string => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const code = text('code')
  return {
    code: OF_MAIL.has(code) ? (/\bE[A-Z_]{4,}\b/u.exec(error.message)?.[0] ?? code) : code,
    message: error.message,
    syscall: text('syscall'),
    host: text('hostname') || text('address'),
    port: text('port'),
    path: text('path'),
  }
}

function addressesIn(variables: Variables): [name: string, url: URL][] {
  return ADDRESSES.flatMap((name) => {
    const url = URL.parse(variables[name] ?? '')
    return url === null ? [] : [[name, url] as [string, URL]]
  })
}

function roleIn({ message }: Facts): string {
  return /(?:user|role) "([^"]+)"/u.exec(message)?.[1] ?? 'the role'
}

function ofRole(facts: Facts, variables: Variables): string {
  const role = roleIn(facts)
  const named = addressesIn(variables).filter(
    ([name, { username }]) => DATABASES.includes(name) && decodeURIComponent(username) === role,
  )
  return named.map(([name]) => name).join(' and ') || DATABASES.join(' or ')
}

function ofDatabase(message: string, variables: Variables): string {
  const database = /database "([^"]+)"/u.exec(message)?.[1]
  const named = addressesIn(variables).filter(
    ([name, { pathname }]) => DATABASES.includes(name) && decodeURIComponent(pathname.slice(1)) === database,
  )
  return named.map(([name]) => name).join(' and ') || DATABASES.join(' or ')
}

/** The variables whose address has this host, or for a numeric address this port. */
function ofHost(host: string, port: string, variables: Variables, otherwise: string): string {
  const named = addressesIn(variables).filter(
    ([, url]) => url.hostname === host || (port !== '' && (url.port || DEFAULT_PORTS[url.protocol]) === port),
  )
  return named.map(([name]) => name).join(' and ') || otherwise
}
