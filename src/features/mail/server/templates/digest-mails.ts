import { text } from './content.ts'
import { greetReader, type TemplatesFor } from './template.ts'

/** Daily digest of Today: only counts, no names. */
export interface DigestMailData {
  'staff-digest': { rows: number; late: number; kinds: readonly string[] }
}

/** The mail about what there is to do. */
export const digestMails: TemplatesFor<DigestMailData> = {
  'staff-digest': {
    secret: false,
    write: ({ rows, late, kinds }, site) => {
      const things = `${rows.toLocaleString('en-ZA')} ${rows === 1 ? 'thing' : 'things'} to do`
      return {
        subject: late === 0 ? things : `${things}, ${late.toLocaleString('en-ZA')} late`,
        preheader: kinds.join(', '),
        parts: [
          greetReader(null, site),
          text('This is what there is to do today.'),
          { kind: 'list', items: kinds },
          { kind: 'link', label: 'Open Today', href: `${site.origin}/today` },
          text(
            'We send this at 07:00 on business days when there is something to do. You can switch it off on your account page, under Notifications.',
          ),
        ],
      }
    },
  },
}
