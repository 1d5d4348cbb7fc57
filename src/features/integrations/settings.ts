import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** Webhook settings. */
export interface WebhookSettings {
  /** Networks of the firm that webhooks may be delivered to, as CIDR, although they are not public. */
  webhookNetworks: readonly string[]
}

/** Whether a text is a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/u.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)
}

/** The addresses in some networks. */
export function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Their environment variables. */
export const webhookVariables = z.object({
  WEBHOOK_ALLOW_NETWORKS: z
    .string()
    .refine(
      (text) => text.split(',').every((network) => isNetwork(network.trim())),
      'set networks as 10.20.0.0/16, separated by commas',
    )
    .optional()
    .meta({
      description:
        'networks of the firm that [webhooks](integrations.md#networks) may be delivered to, although they are private, as `10.20.0.0/16`',
      unset: 'public addresses only',
    }),
})

/** The settings from the variables. */
export function toWebhookSettings(env: z.infer<typeof webhookVariables>): WebhookSettings {
  return { webhookNetworks: env.WEBHOOK_ALLOW_NETWORKS?.split(',').map((network) => network.trim()) ?? [] }
}

declare module '#base/server/config/settings.ts' {
  interface Settings extends WebhookSettings {}
}
