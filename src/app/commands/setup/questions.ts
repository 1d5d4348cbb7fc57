import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Interface } from 'node:readline/promises'
import { UsageError } from '#app/commands/command-arguments.ts'
import { FIRM_FILE_FORMAT } from '#features/firm/server/transfer/firm-file.ts'
import { openPrompt } from '#base/server/logging/terminal.ts'

interface Question {
  /** The option that answers it; so does `variable` in the environment. */
  flag: string
  variable: string
  text: string
  /** What an empty answer means; without one the question has to be answered. */
  otherwise?: string
}

/** What a first production server needs to know. */
const questions: readonly Question[] = [
  { flag: 'base-url', variable: 'BASE_URL', text: 'Address that people open (https://…)' },
  { flag: 'firm-name', variable: 'BRAND_FIRM_NAME', text: 'Name of the firm' },
  {
    flag: 'support-email',
    variable: 'BRAND_SUPPORT_EMAIL',
    text: 'E-mail address for clients who need help',
  },
  { flag: 'support-phone', variable: 'BRAND_SUPPORT_PHONE', text: 'Phone number for clients who need help' },
  { flag: 'terms-url', variable: 'BRAND_TERMS_URL', text: 'Address of the terms of use' },
  { flag: 'privacy-url', variable: 'BRAND_PRIVACY_URL', text: 'Address of the privacy policy' },
  { flag: 'smtp-url', variable: 'SMTP_URL', text: 'Mail server (smtps://user:password@host:465)' },
  { flag: 'mail-from', variable: 'MAIL_FROM', text: 'Address that mail comes from' },
  {
    flag: 'database-superuser-url',
    variable: 'DATABASE_SUPERUSER_URL',
    text: 'PostgreSQL as its superuser',
    otherwise: 'postgres://postgres@/postgres?host=/var/run/postgresql',
  },
  { flag: 'admin-email', variable: 'ADMIN_EMAIL', text: 'E-mail address of the first administrator' },
  { flag: 'admin-name', variable: 'ADMIN_NAME', text: 'Name of the first administrator' },
  { flag: 's3-bucket', variable: 'S3_BUCKET', text: 'Bucket for files (empty: a folder)', otherwise: '' },
]

const bucketQuestions: readonly Question[] = [
  { flag: 's3-endpoint', variable: 'S3_ENDPOINT', text: 'Address of the bucket’s server' },
  { flag: 's3-region', variable: 'AWS_REGION', text: 'Region', otherwise: 'us-east-1' },
  { flag: 's3-access-key-id', variable: 'AWS_ACCESS_KEY_ID', text: 'Access key id' },
  { flag: 's3-secret-access-key', variable: 'AWS_SECRET_ACCESS_KEY', text: 'Secret access key' },
]

/** The options of all questions. */
export const questionOptions = Object.fromEntries(
  [...questions, ...bucketQuestions].map(({ flag }) => [flag, { type: 'string' as const }]),
)

type Answers = Record<string, string>

/**
 * Answers by variable, from the options, the environment or the terminal.
 *
 * @throws UsageError naming the options that are missing, where there is no terminal
 */
export async function answerQuestions(given: Readonly<Record<string, unknown>>): Promise<Answers> {
  const answers = await answer(questions, given)
  return answers['S3_BUCKET'] === '' ? answers : { ...answers, ...(await answer(bucketQuestions, given)) }
}

async function answer(
  asked: readonly Question[],
  given: Readonly<Record<string, unknown>>,
): Promise<Answers> {
  const terminal = openPrompt()
  const answers: Answers = {}
  const missing: string[] = []
  for (const { flag, variable, text, otherwise } of asked) {
    const known = given[flag]?.toString() ?? process.env[variable]
    const value = known ?? (terminal === null ? otherwise : await ask(terminal, text, otherwise))
    if (value === undefined) missing.push(`--${flag}`)
    else answers[variable] = value
  }
  terminal?.close()
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(', ')}`)
  return answers
}

/** Asks until there is an answer. */
async function ask(terminal: Interface, text: string, otherwise: string | undefined): Promise<string> {
  const hint = otherwise ? ` [${otherwise}]` : ''
  const given = (await terminal.question(`${text}${hint}: `)).trim() || otherwise
  return given ?? ask(terminal, text, otherwise)
}

/** The fields of the firm that setup asks for; they are stored in the database. */
const firmFields: Readonly<Record<string, readonly [section: string, field: string]>> = {
  BRAND_FIRM_NAME: ['identity', 'firmName'],
  BRAND_SUPPORT_EMAIL: ['contacts', 'supportEmail'],
  BRAND_SUPPORT_PHONE: ['contacts', 'supportPhone'],
  BRAND_TERMS_URL: ['links', 'termsUrl'],
  BRAND_PRIVACY_URL: ['links', 'privacyUrl'],
}

/** The firm's values, as a file of `firm:import`: staff need a second factor. */
export function firmOf(answers: Readonly<Answers>): string {
  const sections: Record<string, Answers> = { signIn: { secondFactor: 'required' } }
  for (const [variable, [section, field]] of Object.entries(firmFields))
    sections[section] = { ...sections[section], [field]: answers[variable] ?? '' }
  return JSON.stringify({ format: FIRM_FILE_FORMAT, sections })
}

const TOKEN_BYTES = 24

/** The settings of a first production server: the answers, the options, and recommended values. */
export function settingsOf(answers: Readonly<Answers>, given: Readonly<Answers>): Answers {
  const { ADMIN_EMAIL: _email, ADMIN_NAME: _name, DATABASE_SUPERUSER_URL: _url, ...answered } = answers
  const authority = process.env['NODE_EXTRA_CA_CERTS'] ?? ''
  return {
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
    // Two at least: an upgrade renews one while the other serves.
    WORKERS: String(Math.max(2, Math.floor(availableParallelism() / 2))),
    METRICS_TOKEN: randomBytes(TOKEN_BYTES).toString('hex'),
    ...(authority === '' ? {} : { NODE_EXTRA_CA_CERTS: authority }),
    ...Object.fromEntries(
      Object.entries(answered).filter(([name, value]) => value !== '' && !Object.hasOwn(firmFields, name)),
    ),
    ...given,
  }
}
