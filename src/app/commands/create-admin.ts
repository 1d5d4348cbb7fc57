import { usernameSchema } from '#features/access/api/auth.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { print } from '#base/server/logging/terminal.ts'
import { UsageError } from '#app/commands/command-arguments.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { readSettings } from '#app/server/config/settings.ts'
import { openDatabaseForCommand } from '#app/commands/database-of-command.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'
import { createAdmin } from '#features/accounts/server/create-admin.ts'
import type { TemporaryPassword } from '#features/sign-in/server/temporary-passwords.ts'

/** `npm run create-admin -- --email …`: creates the first system administrator, with or without a running server. */
await runCommand({
  name: 'create-admin',
  usage: '--email ADDRESS [--name "FULL NAME"] [--another]',
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    another: { type: 'boolean', default: false },
  },
  async run({ values: { email, name, another } }) {
    const address = usernameSchema.safeParse(email ?? '')
    if (!address.success)
      throw new UsageError('Give the email address they will sign in with: --email ADDRESS')
    const settings = readSettings(process.env)
    const database = await openDatabaseForCommand(settings)
    try {
      const { now } = await openDatabaseClock(database)
      const fullName = name?.trim() || null
      const context = { database, now }
      const made = await createAdmin(context, { email: address.data, fullName, another })
      print(describe(address.data, made, settings.baseUrl?.origin))
    } finally {
      await database.close()
    }
  },
})

function describe(
  email: string,
  { password, expiresAt }: TemporaryPassword,
  site: string | undefined,
): string {
  return [
    '',
    `${email} is now a system administrator. Their temporary password:`,
    '',
    `  ${password}`,
    '',
    `It is shown only once. It can be used until they choose their own, and expires on ${formatDateTime(expiresAt)} (South African time).`,
    `Sign in${site === undefined ? '' : ` at ${site}/auth`} and choose your own password.`,
    '',
  ].join('\n')
}
