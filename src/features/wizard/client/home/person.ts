import type { Application } from '#features/applications/api/application.ts'
import { formatPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import type { Branding } from '#features/brand/client/shell/branding.tsx'

/** A client's contact. */
export interface Person {
  /** Heading of the contact section. */
  heading: 'Your wealth manager' | 'Your contact'
  name: string
  role: string
  email: string
  phone: string
}

/** The wealth manager, with the firm's number if they have none; the firm if no manager is assigned or active. */
export function personOf(
  {
    wealthManagerName,
    wealthManagerEmail,
    wealthManagerPhone,
  }: Pick<Application, 'wealthManagerName' | 'wealthManagerEmail' | 'wealthManagerPhone'>,
  { firmName, supportEmail, supportPhone }: Pick<Branding, 'firmName' | 'supportEmail' | 'supportPhone'>,
): Person {
  return wealthManagerName === null || wealthManagerEmail === null
    ? {
        heading: 'Your contact',
        name: firmName,
        role: 'Client services',
        email: supportEmail,
        phone: supportPhone,
      }
    : {
        heading: 'Your wealth manager',
        name: wealthManagerName,
        role: firmName,
        email: wealthManagerEmail,
        phone: wealthManagerPhone === null ? supportPhone : formatPhoneNumber(wealthManagerPhone),
      }
}
