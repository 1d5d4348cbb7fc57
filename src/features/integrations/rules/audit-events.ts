import { event } from '#features/audit/rules/event.ts'
import type { TokenScope } from './scopes.ts'

export const integrationsEvents = {
  /** `host` alone: the path and query of an endpoint may hold keys. */
  'webhook.created': event<{ host: string; events: string[] }>('Webhook added', 'system'),
  'webhook.changed': event<{ host: string; fields: string[] }>('Webhook changed', 'system'),
  'webhook.secret-rotated': event<{ ended: boolean }>('Webhook secret rotated', 'system'),
  'webhook.state-changed': event<{
    state: 'on' | 'paused' | 'off'
    by: 'person' | 'failures' | '410' | 'address' | 'restore'
  }>('Webhook switched on, paused or off', 'system'),
  'webhook.tested': event<{ host: string; status: number | null }>('Webhook tested', 'system'),
  'webhook.resent': event<{ deliveries: number }>('Webhook deliveries sent again', 'system'),
  'webhook.given-up': event<{ deliveryId: string; event: string; attempts: number }>(
    'Webhook delivery given up',
    'system',
  ),
  'webhook.removed': event<{ host: string }>('Webhook removed', 'system'),
  /** `managerId`: whose clients it reads; null for all. */
  'api-token.created': event<{ scopes: TokenScope[]; days: number; managerId: string | null }>(
    'API token created',
    'system',
  ),
  'api-token.rotated': event<{ replacedBy: string }>('API token rotated', 'system'),
  'api-token.revoked': event('API token revoked', 'system'),
  'api-token.refused': event<{ reason: 'expired' | 'revoked' | 'network' | 'scope' }>(
    'API token rejected',
    'system',
  ),
  'api-token.first-used': event('API token first used', 'system'),
}
