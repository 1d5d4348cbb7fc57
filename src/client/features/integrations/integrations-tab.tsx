import { TokensSection } from './tokens-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

/** Webhooks and API tokens: what connects other programs. */
export function IntegrationsTab() {
  return (
    <>
      <WebhooksSection />
      <TokensSection />
    </>
  )
}
