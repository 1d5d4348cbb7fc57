import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import type { PreviewedMail } from '#domain/api/mail-previews.ts'
import { detailOf } from '#client/lib/api.ts'
import { useBranding } from '#client/shell/branding.tsx'
import { useMailPreview, type CallAhead } from './use-mail-preview.ts'

/**
 * The mails that a call sends, as their readers get them, before it is made (docs/decisions/0104). One that is being written
 * takes the place that it will have: what one is about to press below it does not move away.
 */
export function MailPreview({ ahead }: { ahead: CallAhead | null }) {
  const { sendsEmail } = useBranding()
  const { data, error, isPending } = useMailPreview(ahead)
  if (ahead === null) return null
  return (
    <section aria-label="Emails" aria-busy={isPending} data-mail-preview="" className="grid gap-4">
      {isPending ? <NoMail>Writing the email...</NoMail> : null}
      {error ? <NoMail>The email cannot be shown: {detailOf(error)}</NoMail> : null}
      {data?.mails.length === 0 ? <p className="text-ink-soft">Nobody is emailed.</p> : null}
      {data?.mails.map((mail) => (
        <Mail key={`${mail.recipient} ${mail.subject}`} mail={mail} applications={data.applications} />
      ))}
      {sendsEmail ? null : (
        <p className="text-sm text-ink-soft">This system sends no email: it only writes it down.</p>
      )}
    </section>
  )
}

const frame = 'min-w-0 rounded-md border border-hairline'
const head = 'border-b border-hairline px-4 py-2.5'
/** As high for every mail, whatever it says. */
const body = 'h-56 px-4 py-3 text-sm'

function NoMail({ children }: { children: ReactNode }) {
  return (
    <div className={clsx(frame, 'text-ink-soft')}>
      <div className={head}>
        <p className="text-sm">{children}</p>
        <h3 aria-hidden="true">&nbsp;</h3>
      </div>
      <div className={body} />
    </div>
  )
}

function Mail({ mail, applications }: { mail: PreviewedMail; applications: number | null }) {
  const id = useId()
  const { subject, text } = mail
  return (
    <article aria-labelledby={id} className={frame}>
      <header className={head}>
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
        className={clsx(body, 'overflow-y-auto whitespace-pre-wrap wrap-anywhere')}
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
