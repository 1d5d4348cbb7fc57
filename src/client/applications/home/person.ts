import type { Application } from '#domain/api/application.ts'
import type { Branding } from '#client/shell/branding.tsx'

/** Who looks after a client, and how they are reached. */
export interface Person {
  name: string
  role: string
  email: string
  phone: string
}

/** The wealth manager, under the firm's number; where nobody is assigned, or they have left, the firm. */
export function personOf(
  { wealthManagerName, wealthManagerEmail }: Pick<Application, 'wealthManagerName' | 'wealthManagerEmail'>,
  { firmName, supportEmail, supportPhone }: Pick<Branding, 'firmName' | 'supportEmail' | 'supportPhone'>,
): Person {
  return wealthManagerName === null || wealthManagerEmail === null
    ? { name: firmName, role: 'Client service', email: supportEmail, phone: supportPhone }
    : {
        name: wealthManagerName,
        role: `Your wealth manager at ${firmName}`,
        email: wealthManagerEmail,
        phone: supportPhone,
      }
}
