import type { Settings } from '#base/server/config/settings.ts'
import { formatCount } from '#base/server/health/amounts.ts'
import type { Check } from '#features/access/server/health-check.ts'

/** A setting that works and should be corrected. */
interface SettingProblem {
  label: string
  value: string
}

/** Settings that should be corrected. */
export function settingProblems({ missingFirmSettings, retired }: Settings): SettingProblem[] {
  const problems: (SettingProblem | false)[] = [
    missingFirmSettings.length > 0 && {
      label: 'Firm',
      value: `No one can be invited yet. Complete under Firm: ${missingFirmSettings.join(', ')}.`,
    },
    ...retired.map((value) => ({ label: 'Former setting', value })),
  ]
  return problems.filter((problem) => problem !== false)
}

const settingsCheck: Check = {
  name: 'settings',
  title: 'Settings',
  run({ settings }) {
    const figures = settingProblems(settings)
    return Promise.resolve({
      health: figures.length === 0 ? 'healthy' : 'degraded',
      summary:
        figures.length === 0
          ? 'Complete'
          : `${formatCount(figures.length, 'problem', 'problems')} to correct`,
      percent: null,
      figures,
    })
  },
}

const proxyCheck: Check = {
  name: 'proxy',
  title: 'Proxy',
  run({ settings, node }) {
    const { untrustedProxy } = node
    const trusted = settings.trustProxy === false ? 'None' : String(settings.trustProxy)
    return Promise.resolve({
      health: untrustedProxy === null ? 'healthy' : 'degraded',
      summary: untrustedProxy === null ? `Trusted: ${trusted}` : 'A proxy is not trusted',
      percent: null,
      figures:
        untrustedProxy === null
          ? []
          : [
              {
                label: 'Not named by TRUST_PROXY',
                value: `${untrustedProxy} sent X-Forwarded-For, which is ignored. If it is your proxy, set TRUST_PROXY.`,
              },
            ],
    })
  },
}

/** Problems with settings that do not prevent a start, and untrusted proxies. */
export const configurationChecks: readonly Check[] = [settingsCheck, proxyCheck]
