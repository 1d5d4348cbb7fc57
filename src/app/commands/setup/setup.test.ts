import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { obstacleOfUnit } from '#features/operations/server/doctor/service-unit.ts'
import { productFile } from '#base/server/product-file.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { runCommandFile } from '#test/support/command.ts'

import { makeServiceFolder, writeDeployment } from './files.ts'

/** What is written is tried by `npm test -- --only first-server`; here nothing is. */
const answers = {
  BASE_URL: 'https://onboarding.firm.example',
  BRAND_FIRM_NAME: 'Table Bay Wealth',
  BRAND_SUPPORT_EMAIL: 'help@firm.example',
  BRAND_SUPPORT_PHONE: '+27 21 555 0199',
  BRAND_TERMS_URL: 'https://firm.example/terms',
  BRAND_PRIVACY_URL: 'https://firm.example/privacy',
  SMTP_URL: 'smtps://user:a-secret@mail.firm.example:465',
  MAIL_FROM: 'onboarding@firm.example',
  ADMIN_EMAIL: 'owner@firm.example',
  ADMIN_NAME: 'Annelise Botha',
}
const folder = '/nonexistent/client-onboarding'
const setup = (environment: Record<string, string>, ...options: string[]) =>
  runCommandFile(
    'src/app/commands/setup.ts',
    ['--dry-run', '--force', '--user', 'nobody', '--data-dir', folder, ...options],
    environment,
  )

test('a dry run shows the settings without secrets, and changes nothing', async () => {
  const { code, output } = await setup(answers)
  expect([code, output]).toEqual([0, expect.stringContaining('Nothing was changed')])
  // The firm is stored in the database.
  expect(output).not.toMatch(/BRAND_|REQUIRE_SECOND_FACTOR/u)
  expect(output).toMatch(/^SMTP_URL=.?…/mu)
  expect(output).not.toContain('a-secret')
  expect(existsSync(folder)).toBe(false)
})

test('without a terminal it names the options that are missing', async () => {
  const { ADMIN_EMAIL: _, SMTP_URL: __, ...others } = answers
  const { code, output } = await setup(others)
  expect([code, output]).toEqual([1, expect.stringContaining('Missing: --smtp-url, --admin-email')])
})

test('settings that no server would start with are refused before anything is created', async () => {
  const { code, output } = await setup({ ...answers, BASE_URL: 'http://onboarding.firm.example' })
  expect([code, output]).toEqual([1, expect.stringContaining('BASE_URL')])
})

/** The properties of a generated unit, as `systemctl show` prints them. */
function propertiesOf(unit: string): Record<string, string> {
  const lines = [
    ...unit.matchAll(/^(ProtectSystem|ProtectHome|PrivateTmp|ReadWritePaths|StateDirectory)=(.*)$/gmu),
  ]
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [name, value === 'true' ? 'yes' : value]),
  )
}

test.each([
  ['/var/lib/client-onboarding', '/etc/client-onboarding/encryption.keys'],
  ['/srv/onboarding', '/home/onboarding/encryption.keys'],
  ['/home/onboarding/data', '/home/onboarding/encryption.keys'],
  ['/tmp/try/data', '/tmp/try/encryption.keys'],
])('the service can write to %s and read %s', (dataDir, keyFile) => {
  const target = makeFolder('onboarding-setup-')
  const settings = {
    ...answers,
    HOST: '127.0.0.1',
    PORT: '3000',
    DATA_DIR: dataDir,
    ENCRYPTION_KEY_FILE: keyFile,
  }
  writeDeployment(target, settings, { name: 'onboarding', email: 'ops@firm.example' })
  const unit = propertiesOf(readFileSync(path.join(target, 'systemd/client-onboarding.service'), 'utf8'))
  expect(obstacleOfUnit(unit, dataDir)).toBeNull()
  if (keyFile.startsWith('/home')) expect(unit['ProtectHome']).toBe('read-only')
  // As released, it writes to its own folder alone.
  const shipped = propertiesOf(readFileSync(productFile('deploy/systemd/client-onboarding.service'), 'utf8'))
  if (dataDir !== '/var/lib/client-onboarding') expect(obstacleOfUnit(shipped, dataDir)).not.toBeNull()
  rmSync(target, { recursive: true })
})

test('the service passes through the folders above a new data folder, which is its own', () => {
  const target = makeFolder('onboarding-setup-')
  const before = process.umask(0o077)
  try {
    makeServiceFolder(path.join(target, 'srv/onboarding/data'), { ids: null })
  } finally {
    process.umask(before)
  }
  const modes = ['srv', 'srv/onboarding', 'srv/onboarding/data'].map(
    (part) => statSync(path.join(target, part)).mode & 0o777,
  )
  expect(modes).toEqual([0o755, 0o755, 0o700])
  rmSync(target, { recursive: true })
})

test('every generated file knows the port of BASE_URL, HOST, PORT, the user and the operator', () => {
  const target = makeFolder('onboarding-setup-')
  const settings = {
    BASE_URL: 'https://site.firm.example:8443',
    HOST: '::',
    PORT: '3100',
    DATA_DIR: '/srv/data',
  }
  writeDeployment(target, settings, { name: 'someone', email: 'ops@firm.example' })
  const all = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
  for (const example of [
    'yourfirm.example',
    ':443',
    ':3000',
    'User=onboarding',
    '-o onboarding',
    'listen 443',
  ])
    expect(all).not.toContain(example)
  expect(all).toContain('listen 8443 ssl')
  expect(all).toContain('https://$host:8443$request_uri')
  expect(all).toContain('proxy_pass http://[::1]:3100;')
  expect(all).toContain('--to ops@firm.example')
  rmSync(target, { recursive: true })
})
