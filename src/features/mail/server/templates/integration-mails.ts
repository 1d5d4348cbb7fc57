import { formatDateTime } from '#base/rules/time/dates.ts'
import { text } from './content.ts'
import { greetReader, type TemplatesFor } from './template.ts'

/** Data of mails about webhooks and API tokens, for system administrators. */
export interface IntegrationMailData {
  'webhook-trouble': { name: string; trouble: keyof typeof troubles }
  'api-token-expiring': { name: string; expiresAt: Date }
}

const troubles = {
  failing: {
    subject: 'A webhook has been failing for a day',
    what: 'hasn’t accepted an event for a day or more. We keep trying; after three days it is switched off.',
  },
  failures: {
    subject: 'A webhook was switched off',
    what: 'was switched off: it hasn’t accepted an event for three days. Further events are not stored for it.',
  },
  '410': {
    subject: 'A webhook was switched off',
    what: 'was switched off, since its receiver answered that it is gone (410).',
  },
  address: {
    subject: 'A webhook was paused for safety',
    what: 'was paused: its name led to an address that is not permitted. That is a mistake in its DNS, or an attack. Please ask its operator before you switch it on.',
  },
  'given-up': {
    subject: 'An event could not be delivered',
    what: 'has not accepted an event for three days, so we have stopped sending that one. You can send it again.',
  },
} as const

/** Mails about integrations. */
export const integrationMails: TemplatesFor<IntegrationMailData> = {
  'webhook-trouble': {
    secret: false,
    write: ({ name, trouble }, site) => ({
      subject: troubles[trouble].subject,
      preheader: 'Please see what the receiver answered.',
      parts: [
        greetReader(null, site),
        text(`The webhook “${name}” ${troubles[trouble].what}`),
        {
          kind: 'link',
          label: 'See the deliveries',
          href: `${site.origin}/system-admin?tab=integrations`,
        },
      ],
    }),
  },
  'api-token-expiring': {
    secret: false,
    write: ({ name, expiresAt }, site) => ({
      subject: 'An API token is about to expire',
      preheader: 'Rotate it before then, or the program that uses it stops working.',
      parts: [
        greetReader(null, site),
        text(
          `The API token “${name}” expires on ${formatDateTime(expiresAt)} (SAST). The program that uses it stops working then. Rotate it, and give the program the new token.`,
        ),
        { kind: 'link', label: 'See the API tokens', href: `${site.origin}/system-admin?tab=integrations` },
      ],
    }),
  },
}
