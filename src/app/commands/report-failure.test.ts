import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCommandFile } from '#test/support/command.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startSmtpServer } from '#test/support/smtp.ts'

const COMMAND = 'src/app/commands/report-failure.ts'
const args = ['--to', 'ops@firm.example', '--unit', 'client-onboarding-backup.service']

test('the operator gets a mail about a failed unit, without a database; a mail that does not leave is an error', async () => {
  const smtp = await startSmtpServer()
  const folder = makeFolder('onboarding-report-')
  const settings = { DATA_DIR: folder, SMTP_URL: smtp.url, MAIL_FROM: 'onboarding@firm.example' }
  expect(await runCommandFile(COMMAND, args, settings)).toMatchObject({ code: 0 })
  expect(smtp.arrived).toMatchObject([
    {
      recipients: ['ops@firm.example'],
      parsed: {
        subject: expect.stringContaining('client-onboarding-backup.service failed on'),
        text: expect.stringContaining('journalctl -u client-onboarding-backup.service'),
      },
    },
  ])
  await smtp.close()
  const { code, output } = await runCommandFile(COMMAND, args, settings)
  expect([code, output]).toEqual([1, expect.stringContaining('SMTP_URL')])
  rmSync(folder, { recursive: true })
})
