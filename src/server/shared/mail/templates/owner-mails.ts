import { referencePart, reviewLink } from './application-links.ts'
import { text, type MailPart } from './content.ts'
import type { MailSite } from './site.ts'
import { greetReader, type TemplatesFor } from './template.ts'

/** What each kind of mail about who looks after clients has to be told. */
export interface OwnerMailData {
  /** To the manager who has them now. `clientName` and `applicationId` where it is one. */
  'clients-assigned': {
    fullName: string | null
    clientName: string | null
    count: number
    applicationId: string | null
  }
  /** To the manager who had them. `managerName` is null where nobody has them now. */
  'clients-handed-over': {
    fullName: string | null
    clientName: string | null
    count: number
    managerName: string | null
  }
  /** To all admins: of a client whom nobody looks after. */
  'application-unassigned': { fullName: string; applicationId: string }
}

function which({ clientName, count }: { clientName: string | null; count: number }): string {
  return clientName ?? (count === 1 ? 'a client' : `${count} clients`)
}

function dashboardLink({ origin }: MailSite): MailPart {
  return { kind: 'link', label: 'Open your dashboard', href: `${origin}/wealth-manager` }
}

/** The mails about who looks after which clients. */
export const ownerMails: TemplatesFor<OwnerMailData> = {
  'clients-assigned': {
    secret: false,
    write: ({ fullName, clientName, count, applicationId }, site) => ({
      subject: `You look after ${which({ clientName, count })} from now on`,
      preheader: 'They sign your FAIS letter, and you will hear about what they send.',
      parts: [
        greetReader(fullName, site),
        text(
          `You look after ${which({ clientName, count })} from now on. ${count === 1 ? 'They sign' : 'All of them sign'} your FAIS letter, and you will hear about what they send.`,
        ),
        ...(applicationId === null ? [] : referencePart(site)),
        applicationId === null ? dashboardLink(site) : reviewLink(applicationId, site),
      ],
    }),
  },
  'clients-handed-over': {
    secret: false,
    write: ({ fullName, clientName, count, managerName }, site) => ({
      subject: `You no longer look after ${which({ clientName, count })}`,
      preheader: managerName === null ? 'For now, nobody does.' : `${managerName} does now.`,
      parts: [
        greetReader(fullName, site),
        text(
          managerName === null
            ? `You no longer look after ${which({ clientName, count })}. For now, nobody does.`
            : `${managerName} looks after ${which({ clientName, count })} in your place.`,
        ),
        dashboardLink(site),
      ],
    }),
  },
  'application-unassigned': {
    secret: false,
    write: ({ fullName, applicationId }, site) => ({
      subject: `Nobody looks after ${fullName || 'a client'}, who has submitted an application`,
      preheader: 'Please assign a wealth manager: until then nobody reviews it.',
      parts: [
        greetReader(null, site),
        text(
          `${fullName || 'A client'} has submitted an application, and no wealth manager looks after them. Please assign one: until then nobody reviews it.`,
        ),
        ...referencePart(site),
        {
          kind: 'link',
          label: 'Assign a wealth manager',
          href: `${site.origin}/admin?application=${encodeURIComponent(applicationId)}`,
        },
      ],
    }),
  },
}
