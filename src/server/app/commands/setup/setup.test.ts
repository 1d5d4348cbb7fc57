import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCommandFile } from '#test/support/command.ts'

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
    'src/server/app/commands/setup.ts',
    ['--dry-run', '--force', '--user', 'nobody', '--data-dir', folder, ...options],
    environment,
  )

test('a dry run shows the settings without secrets, and changes nothing', async () => {
  const { code, output } = await setup(answers)
  expect([code, output]).toEqual([0, expect.stringContaining('Nothing was changed')])
  expect(output).toContain("BRAND_FIRM_NAME='Table Bay Wealth'\n")
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
