import type { Settings } from '#base/server/config/settings.ts'
import { blockListOf } from '#features/integrations/settings.ts'
import type { AllowedAddresses } from './addresses.ts'

/** The addresses that this deployment may deliver to. */
export function allowedBy({ webhookNetworks, production }: Settings): AllowedAddresses {
  return { networks: blockListOf(webhookNetworks), local: !production }
}
