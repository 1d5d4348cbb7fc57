import { commandCall } from '#base/server/command-call.ts'
import { explainStartError } from '#base/server/config/explain-start-error.ts'
import type { Context } from '#base/server/context.ts'
import { verifySmtp } from '#features/mail/server/transports/smtp-transport.ts'
import { settingProblems } from '../system/checks/configuration.ts'

const NOTHING = new Uint8Array()
const MORE = `${commandCall('doctor')} examines everything`

/**
 * Logs problems at every start. Waits at most three seconds for the store, and not at all for mail server and scanner.
 */
export async function logProblems(context: Context, origin: string): Promise<void> {
  const { settings, log, store, scanner } = context
  for (const { label, value } of settingProblems(settings)) log.warn({ part: label, more: MORE }, value)
  for (const problem of await store.prepare(origin)) log.warn({ part: 'Stored files', more: MORE }, problem)
  void scanner?.scanNow(NOTHING).then((verdict) => {
    if (verdict.is === 'unknown')
      log.warn({ part: 'Virus scanner', more: MORE }, `the virus scanner does not answer: ${verdict.why}`)
  })
  const { smtpUrl } = settings.mail
  if (smtpUrl !== undefined) {
    void verifySmtp(smtpUrl).catch((error: unknown) => {
      log.warn(
        { part: 'Mail server', more: MORE },
        `the mail server cannot be used: ${explainStartError(error, { SMTP_URL: smtpUrl })}`,
      )
    })
  }
}
