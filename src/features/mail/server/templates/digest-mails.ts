import { searchOf, type ViewName } from '#features/review/rules/views.ts'
import type { Digest } from '#features/notes/rules/notifications/digest.ts'
import { MAX_COUNTED } from '#features/notes/rules/notifications/kinds.ts'
import { homeFor } from '#features/access/rules/roles.ts'
import { text, type MailPart } from './content.ts'
import type { MailSite } from './site.ts'
import { greetReader, type TemplatesFor } from './template.ts'

/** Daily digest: only counts, no names. */
export interface DigestMailData {
  'staff-digest': Digest
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-ZA')} ${count === 1 ? one : many}`

const businessDays = (count: number) => counted(count, 'business day', 'business days')

const someOf = (count: number) => (count === 0 ? null : count.toLocaleString('en-ZA'))

function oldestText(oldestDays: number | null): string | null {
  if (oldestDays === null) return null
  return oldestDays === 0 ? 'Received today' : businessDays(oldestDays)
}

const unreadText = (unread: number) => (unread < MAX_COUNTED ? String(unread) : `${MAX_COUNTED - 1}+`)

/** Start of the digest, by priority: waiting, unassigned, unread. */
function headline(digest: Digest): { subject: string; preheader: string; view: ViewName | null } {
  const { waiting, late, oldestDays, unassigned, unread } = digest
  if (waiting > 0) {
    return {
      subject: `${counted(waiting, 'application', 'applications')} waiting for you${late === 0 ? '' : `, ${late} overdue`}`,
      preheader: oldestDays
        ? `The oldest has been waiting ${businessDays(oldestDays)}.`
        : 'The oldest was received today.',
      view: 'waitingForUs',
    }
  }
  if (unassigned > 0) {
    return {
      subject: `${counted(unassigned, 'client has', 'clients have')} no wealth manager`,
      preheader: 'Please assign one. Until then, their applications won’t be reviewed.',
      view: 'unassigned',
    }
  }
  return {
    subject: unread === 1 ? '1 unread notification' : `${unreadText(unread)} unread notifications`,
    preheader: 'No applications are waiting for you.',
    view: null,
  }
}

function facts({ waiting, late, oldestDays, unassigned, unread }: Digest): [string, string][] {
  const rows: [string, string | null][] = [
    ['Applications waiting', someOf(waiting)],
    ['Oldest', oldestText(oldestDays)],
    ['Overdue', someOf(late)],
    ['Clients without a wealth manager', someOf(unassigned)],
    ['Unread notifications', unread === 0 ? null : unreadText(unread)],
  ]
  return rows.filter((row): row is [string, string] => row[1] !== null)
}

function queueLink(view: ViewName | null, { origin, reader }: MailSite): MailPart {
  const home = `${origin}${homeFor(reader?.role ?? 'wealth_manager')}`
  return view === null
    ? { kind: 'link', label: 'Open your dashboard', href: home }
    : { kind: 'link', label: 'Open the queue', href: `${home}?${searchOf(view)}` }
}

/** The mail about waiting work. */
export const digestMails: TemplatesFor<DigestMailData> = {
  'staff-digest': {
    secret: false,
    write: (digest, site) => {
      const { subject, preheader, view } = headline(digest)
      return {
        subject,
        preheader,
        parts: [
          greetReader(null, site),
          text('Here’s what is waiting for you today.'),
          { kind: 'facts', facts: facts(digest) },
          queueLink(view, site),
          text(
            'We send this at 07:00 on business days when something is waiting. You can switch it off on your account page, under Notifications.',
          ),
        ],
      }
    },
  },
}
