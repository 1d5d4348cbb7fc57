import type { Settings } from '#server/platform/config/settings.ts'
import { blockListOf } from '#server/platform/config/webhook-settings.ts'
import type { AllowedAddresses } from './addresses.ts'

/** The addresses that this deployment may deliver to. */
export function allowedBy({ webhookNetworks, production }: Settings): AllowedAddresses {
  return { networks: blockListOf(webhookNetworks), local: !production }
}
