import { lazyPart, type LazyPart } from '#base/client/lib/lazy-part.tsx'
import { paths } from '#base/client/paths.ts'

/** A tab of the console: its name is in the address (`?tab=users`), its code is loaded when it is first shown. */
export interface SystemTab {
  name: string
  label: string
  /** Synonyms for the command palette. */
  also?: string
  /** Shown in the tab Firm, where the index lists it. */
  isOfFirm?: true
  part: LazyPart
}

/** The tabs in order, the first by default: those of specification section 2, "System Administration", then ours. */
export const systemTabs: readonly [SystemTab, ...SystemTab[]] = [
  {
    name: 'overview',
    label: 'Overview',
    part: lazyPart(async () => (await import('./overview-tab.tsx')).OverviewTab),
  },
  {
    name: 'users',
    label: 'Users',
    also: 'people accounts delete hand over',
    part: lazyPart(async () => (await import('#features/accounts/client/users-tab.tsx')).UsersTab),
  },
  {
    name: 'system',
    label: 'System',
    also: 'health',
    part: lazyPart(async () => (await import('#features/operations/client/system-tab.tsx')).SystemTab),
  },
  {
    name: 'security',
    label: 'Security',
    also: 'protections',
    part: lazyPart(
      async () => (await import('#features/operations/client/security/security-tab.tsx')).SecurityTab,
    ),
  },
  {
    name: 'audit-logs',
    label: 'Audit Logs',
    also: 'events who did what',
    part: lazyPart(async () => (await import('#features/audit/client/audit-logs-tab.tsx')).AuditLogsTab),
  },
  {
    name: 'firm',
    label: 'Firm',
    also: 'settings name contacts terms privacy sender branding',
    part: lazyPart(async () => (await import('#features/firm/client/firm-tab.tsx')).FirmTab),
  },
  {
    name: 'sso',
    isOfFirm: true,
    label: 'Single sign-on',
    also: 'OIDC Entra Google Okta Keycloak identity provider',
    part: lazyPart(async () => (await import('#features/sso/client/sso-tab.tsx')).SsoTab),
  },
  {
    name: 'integrations',
    isOfFirm: true,
    label: 'Integrations',
    also: 'webhooks api tokens crm',
    part: lazyPart(
      async () => (await import('#features/integrations/client/integrations-tab.tsx')).IntegrationsTab,
    ),
  },
]

/** The tab of an address; the first for any other name. */
export function tabNamed(name: string | null): SystemTab {
  return systemTabs.find((tab) => tab.name === name) ?? systemTabs[0]
}

/** The address of a tab. */
export function tabPath(name: string): string {
  return name === systemTabs[0].name ? paths.systemAdmin : `${paths.systemAdmin}?tab=${name}`
}
