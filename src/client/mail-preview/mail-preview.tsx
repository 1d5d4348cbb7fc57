import { useId } from 'react'
import type { PreviewedMail } from '#domain/api/mail-previews.ts'
import { detailOf } from '#client/lib/api.ts'
import { useBranding } from '#client/shell/branding.tsx'
import { useMailPreview, type CallAhead } from './use-mail-preview.ts'

/** The mails that a call sends, as their readers get them, before it is made (docs/decisions/0104). */
export function MailPreview({ ahead }: { ahead: CallAhead | null }) {
  const { sendsEmail } = useBranding()
  const { data, error, isPending } = useMailPreview(ahead)
  if (ahead === null) return null
  return (
    <section aria-label="Emails" aria-busy={isPending} data-mail-preview="" className="grid gap-4">
      {isPending ? <p className="text-ink-soft">Writing the email...</p> : null}
      {error ? <p className="text-ink-soft">The email cannot be shown: {detailOf(error)}</p> : null}
      {data?.mails.length === 0 ? <p className="text-ink-soft">Nobody is emailed.</p> : null}
      {data?.mails.map((mail) => (
        <Mail key={`${mail.recipient} ${mail.subject}`} mail={mail} applications={data.applications} />
      ))}
      {data && !sendsEmail ? (
        <p className="text-sm text-ink-soft">This system sends no email: it only writes it down.</p>
      ) : null}
    </section>
  )
}

function Mail({ mail, applications }: { mail: PreviewedMail; applications: number | null }) {
  const id = useId()
  const { subject, text } = mail
  return (
    <article aria-labelledby={id} className="min-w-0 rounded-md border border-hairline">
      <header className="border-b border-hairline px-4 py-2.5">
        <p className="text-sm text-ink-soft wrap-anywhere">{toWhom(mail, applications)}</p>
        <h3 id={id} className="font-semibold wrap-anywhere">
          {subject}
        </h3>
      </header>
      {/* It is scrolled by the keyboard, too. */}
      <div
        role="region"
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-56 overflow-y-auto px-4 py-3 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text.trim()}
      </div>
    </article>
  )
}

/** "To thandi@x" and, of many, how many more there are. */
function toWhom({ recipient, people }: PreviewedMail, applications: number | null): string {
  if (applications !== null && applications > 1) {
    const many = applications.toLocaleString('en-ZA')
    return `An example, to ${recipient}. Up to ${many} applications are written about.`
  }
  if (people === 1) return `To ${recipient}`
  return `To ${people.toLocaleString('en-ZA')} people: this one to ${recipient}`
}
