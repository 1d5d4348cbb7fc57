import type { Application } from '#domain/api/application.ts'
import { formatPhoneNumber } from '#domain/south-africa/phone-number.ts'
import type { Branding } from '#client/shared/shell/branding.tsx'

/** Who looks after a client, and how they are reached. */
export interface Person {
  name: string
  role: string
  email: string
  phone: string
}

/** The wealth manager, under their own number where they gave one, and under the firm's else; where nobody is assigned, or they have left, the firm. */
export function personOf(
  {
    wealthManagerName,
    wealthManagerEmail,
    wealthManagerPhone,
  }: Pick<Application, 'wealthManagerName' | 'wealthManagerEmail' | 'wealthManagerPhone'>,
  { firmName, supportEmail, supportPhone }: Pick<Branding, 'firmName' | 'supportEmail' | 'supportPhone'>,
): Person {
  return wealthManagerName === null || wealthManagerEmail === null
    ? { name: firmName, role: 'Client service', email: supportEmail, phone: supportPhone }
    : {
        name: wealthManagerName,
        role: `Your wealth manager at ${firmName}`,
        email: wealthManagerEmail,
        phone: wealthManagerPhone === null ? supportPhone : formatPhoneNumber(wealthManagerPhone),
      }
}
