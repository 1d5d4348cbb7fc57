import { DUE_DILIGENCE_OFF, TRY_DUE_DILIGENCE } from '#features/due-diligence/rules/switched-off.ts'
import type { Settings } from '#base/server/config/settings.ts'
import type { DemoAccount } from '../demo/demo.ts'

interface Started {
  url: string
  settings: Settings
  accounts: readonly DemoAccount[]
}

/** The startup text: the address, and in demo mode the accounts and how to try due diligence. */
export function welcome({ url, settings, accounts }: Started): string {
  const lines = [`${settings.branding.firmName} is open at ${url}`]
  if (accounts.length > 0) {
    const width = Math.max(...accounts.map((account) => account.username.length))
    lines.push('', 'Demo data. Accounts you can sign in with:')
    lines.push(
      ...accounts.map(
        (account) => `  ${account.username.padEnd(width)}  ${account.password}  ${account.note}`,
      ),
    )
  }
  if (settings.demo && !settings.dueDiligence.on) lines.push('', `${DUE_DILIGENCE_OFF} ${TRY_DUE_DILIGENCE}`)
  return `\n${lines.join('\n')}\n`
}
