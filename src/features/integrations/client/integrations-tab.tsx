import { TokensSection } from './tokens-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

/** Webhooks and API tokens: what connects other programs. */
export function IntegrationsTab() {
  return (
    <div className="*:first:border-t-0 *:first:pt-0">
      <WebhooksSection />
      <TokensSection />
    </div>
  )
}
