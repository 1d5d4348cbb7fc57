import { readSettings } from '#app/server/config/settings.ts'
import { usernameSchema } from '#features/access/api/auth.ts'
import { existsSync } from 'node:fs'
import { UsageError } from '#app/commands/command-arguments.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { createDatabase } from '#app/commands/setup/database.ts'
import {
  describeFiles,
  envFile,
  runAs,
  serviceUser,
  withFile,
  writeFiles,
} from '#app/commands/setup/files.ts'
import { answerQuestions, firmOf, questionOptions, settingsOf } from '#app/commands/setup/questions.ts'
import { print } from '#base/server/logging/terminal.ts'

/** Settings are checked before there is a database. */
const ANY_DATABASE = 'postgres://role@localhost/onboarding'

/**
 * `npm run setup`: a first production server (docs/install.md). Creates the database and its two roles, writes .env, the
 * encryption key and the files for systemd and the proxy, runs the doctor, and creates the first administrator.
 */
await runCommand({
  name: 'setup',
  usage: '[--base-url URL … (docs/install.md)] [--write-to FOLDER] [--dry-run] [--force]',
  options: {
    ...questionOptions,
    'data-dir': { type: 'string', default: '/var/lib/client-onboarding', path: true },
    'key-file': { type: 'string', default: '/etc/client-onboarding/encryption.keys', path: true },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '3000' },
    user: { type: 'string', default: 'onboarding' },
    'write-to': { type: 'string', path: true },
    'dry-run': { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  },
  async run({ values }) {
    if (existsSync(envFile) && !values.force) {
      throw new UsageError(`${envFile} exists: settings in use are not overwritten without --force.`)
    }
    const answers = await answerQuestions(values)
    const { ADMIN_EMAIL: email = '', ADMIN_NAME: name = '', DATABASE_SUPERUSER_URL: superuser = '' } = answers
    if (!usernameSchema.safeParse(email).success) throw new UsageError(`${email} is not an e-mail address.`)
    const settings = settingsOf(answers, {
      HOST: values.host,
      PORT: values.port,
      DATA_DIR: values['data-dir'],
      ENCRYPTION_KEY_FILE: values['key-file'],
    })
    readSettings({ ...settings, DATABASE_URL: ANY_DATABASE, DATABASE_OWNER_URL: ANY_DATABASE })
    const user = serviceUser(values.user)
    if (values['dry-run']) return print(describeFiles(settings, values['write-to']))
    const { url, ownerUrl } = await createDatabase(superuser, values.force)
    writeFiles({ ...settings, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }, user, {
      deployFolder: values['write-to'],
      email,
    })
    await runAs(user, 'migrate')
    await withFile({ user, folder: values['data-dir'], text: firmOf(answers) }, (file) =>
      runAs(user, 'firm:import', file),
    )
    await runAs(user, 'create-admin', '--email', email, '--name', name)
    print(
      `Copy ${values['key-file']} to a second safe place now: without it no encrypted data can be read.\n`,
    )
    await runAs(user, 'doctor').catch(() =>
      print('Please correct each problem, then run the doctor again.\n'),
    )
  },
})
