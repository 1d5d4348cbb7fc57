import { hostname } from 'node:os'
import { usernameSchema } from '#features/access/api/auth.ts'
import { UsageError } from '#app/commands/command-arguments.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { mailOperator } from '#features/mail/server/mail-operator.ts'

/** `npm run report-failure`: mails an operator that a unit of systemd failed; its `OnFailure` runs this. */
await runCommand({
  name: 'report-failure',
  usage: '--to ADDRESS --unit NAME',
  options: { to: { type: 'string' }, unit: { type: 'string' } },
  async run({ values: { to, unit } }) {
    const address = usernameSchema.safeParse(to ?? '')
    if (!address.success) throw new UsageError('Give the address of the operator: --to ADDRESS')
    if (unit === undefined || !/^[\w@.:-]+$/u.test(unit))
      throw new UsageError('Give the name of the unit: --unit NAME')
    const settings = readSettings(process.env)
    await mailOperator(settings, {
      to: address.data,
      subject: `${unit} failed on ${hostname()}`,
      text: [
        `${unit} of the client onboarding failed on ${hostname()}.`,
        '',
        `Its log says why:   journalctl -u ${unit} -n 50`,
        `Then run it again:  systemctl start ${unit}`,
        '',
      ].join('\n'),
    })
  },
})
