import { referencePart, reviewLink } from './application-links.ts'
import { text } from './content.ts'
import { greetReader, type TemplatesFor } from './template.ts'

/** Data of the note mails: neither the note's text nor the client. */
export interface NoteMailData {
  'note-mention': { authorName: string; applicationId: string }
}

/** Mails about staff notes. */
export const noteMails: TemplatesFor<NoteMailData> = {
  'note-mention': {
    secret: false,
    write: ({ authorName, applicationId }, site) => ({
      subject: `${authorName || 'A colleague'} mentioned you in a note`,
      preheader: 'Open the application to read it.',
      parts: [
        greetReader(null, site),
        text(`${authorName || 'A colleague'} mentioned you in a note on an application.`),
        ...referencePart(site),
        reviewLink(applicationId, site),
      ],
    }),
  },
}
