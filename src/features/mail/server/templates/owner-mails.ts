import { referencePart, reviewLink } from './application-links.ts'
import { text, type MailPart } from './content.ts'
import type { MailSite } from './site.ts'
import { greetReader, type TemplatesFor } from './template.ts'

/** Data of mails about client assignment, and about imports of clients. */
export interface OwnerMailData {
  /** To the new manager. `clientName` and `applicationId` for a single client. */
  'clients-assigned': {
    fullName: string | null
    clientName: string | null
    count: number
    applicationId: string | null
  }
  /** To the previous manager. `managerName` is null if unassigned now. */
  'clients-handed-over': {
    fullName: string | null
    clientName: string | null
    count: number
    managerName: string | null
  }
  /** To all admins, about an unassigned client. */
  'application-unassigned': { fullName: string; applicationId: string }
  /** To all admins. `authorName` started the import. */
  'import-paused': { authorName: string }
}

function which({ clientName, count }: { clientName: string | null; count: number }): string {
  return clientName || (count === 1 ? 'a client' : `${count} clients`)
}

function dashboardLink({ origin }: MailSite): MailPart {
  return { kind: 'link', label: 'Open your dashboard', href: `${origin}/wealth-manager` }
}

/** Mails about client assignment, and about imports of clients. */
export const ownerMails: TemplatesFor<OwnerMailData> = {
  'clients-assigned': {
    secret: false,
    write: ({ fullName, clientName, count, applicationId }, site) => ({
      subject: `You now look after ${which({ clientName, count })}`,
      preheader: 'They’ll sign your FAIS letter, and we’ll notify you about their applications.',
      parts: [
        greetReader(fullName, site),
        text(
          `You now look after ${which({ clientName, count })}. ${count === 1 ? 'They’ll sign' : 'They’ll all sign'} your FAIS letter, and we’ll notify you about their ${count === 1 ? 'application' : 'applications'}.`,
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
      preheader:
        managerName === null
          ? 'They have no wealth manager for now.'
          : `${managerName || 'A colleague'} has taken over.`,
      parts: [
        greetReader(fullName, site),
        text(
          managerName === null
            ? `You no longer look after ${which({ clientName, count })}. ${count === 1 ? 'The client has' : 'The clients have'} no wealth manager for now.`
            : `${managerName || 'A colleague'} has taken over ${which({ clientName, count })} from you.`,
        ),
        dashboardLink(site),
      ],
    }),
  },
  'application-unassigned': {
    secret: false,
    write: ({ fullName, applicationId }, site) => ({
      subject: `${fullName || 'A client'} submitted an application but has no wealth manager`,
      preheader: 'Please assign one. Until then, the application won’t be reviewed.',
      parts: [
        greetReader(null, site),
        text(
          `${fullName || 'A client'} has submitted an application but has no wealth manager. Please assign one. Until then, the application won’t be reviewed.`,
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
  'import-paused': {
    secret: false,
    write: ({ authorName }, site) => ({
      subject: 'An import of clients is paused',
      preheader: 'Another admin can resume it. No client was lost.',
      parts: [
        greetReader(null, site),
        text(
          `${authorName || 'A colleague'} started an import of clients and may no longer import them, so it is paused. What was imported so far stays, and no client was lost. Any admin can resume it.`,
        ),
        { kind: 'link', label: 'Open Imports', href: `${site.origin}/admin/imports` },
      ],
    }),
  },
}
