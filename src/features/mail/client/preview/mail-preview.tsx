import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { PreviewedMail } from '#features/mail/api/mail-previews.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { EditMail, type MailEdit } from './edit-mail.tsx'
import { recipientText } from './recipient-text.ts'
import { useMailPreview, type UpcomingCall } from './use-mail-preview.ts'

type MailPreviewProps = {
  /** Where there are two. */
  label?: string | undefined
  upcoming: UpcomingCall | null
  /** Lets the sender edit the mail to the client. */
  edit?: MailEdit | undefined
  /** The same for a call that sends several kinds of mails to clients. */
  edits?: readonly MailEditOfKind[]
}

/** One of several kinds of mails that the sender can edit. */
interface MailEditOfKind extends MailEdit {
  template: string
}

const MAIL_FIELD = /^mails?\./u

/**
 * Previews the mails that a call will send (docs/decisions/0083). Its height is fixed, so that controls below it do not
 * move while mails load or change.
 */
export function MailPreview({ label = 'Emails', upcoming, edit, edits }: MailPreviewProps) {
  const { sendsEmail } = useBranding()
  const { data, error, isPending, problemAt } = useMailPreview(upcoming)
  if (upcoming === null) return null
  const isEditWrong = error !== null && Object.keys(error.fields).some((path) => MAIL_FIELD.test(path))
  const shown = [
    ...(edit === undefined ? [] : [{ ...edit, path: 'mail', template: undefined }]),
    ...(edits ?? []).map((one) => ({ ...one, path: `mails.${one.template}` })),
  ]
  return (
    <section aria-label={label} aria-busy={isPending} data-mail-preview="" className="grid grid-cols-1 gap-4">
      <div className="h-74">
        {isPending ? <NoMail>Writing the email...</NoMail> : null}
        {error ? (
          <NoMail>{isEditWrong ? 'Correct the email below to see it here.' : detailOf(error)}</NoMail>
        ) : null}
        {data && !error ? <Mails {...data} /> : null}
      </div>
      {shown.map(({ path, mail, onChange, template }) => (
        <EditMail
          key={path}
          {...{ path, mail, onChange, isPending }}
          isOneOfSeveral={template !== undefined}
          problems={{
            subject: problemAt(`${path}.subject`, mail?.subject),
            text: problemAt(`${path}.text`, mail?.text),
          }}
          mails={data?.mails.filter((one) => template === undefined || one.template === template)}
        />
      ))}
      {sendsEmail ? null : <p className="text-sm text-ink-soft">Demo: emails are recorded here, not sent.</p>}
    </section>
  )
}

const frame = 'flex h-full min-w-0 flex-col rounded-md border border-hairline'

function NoMail({ children }: { children: ReactNode }) {
  return (
    <p className={clsx(frame, 'items-center justify-center p-4 text-center text-ink-soft')}>{children}</p>
  )
}

/** Side by side; of several, the next one shows at the edge. */
function Mails({ mails, applications }: AnswerOf<'POST /api/staff/mail-previews'>) {
  if (mails.length === 0) return <NoMail>No emails will be sent.</NoMail>
  const widths = mails.length === 1 ? 'auto-cols-[100%]' : 'auto-cols-[90%]'
  return (
    <div
      className={clsx(
        'grid h-full snap-x grid-flow-col grid-rows-1 gap-3 overflow-x-auto overscroll-x-contain',
        widths,
      )}
    >
      {mails.map((mail, index) => (
        <Mail
          key={`${mail.recipient} ${mail.subject}`}
          {...{ mail, applications }}
          positionText={mails.length === 1 ? null : `${index + 1} of ${mails.length}`}
        />
      ))}
    </div>
  )
}

type MailProps = {
  mail: PreviewedMail
  applications: number | null
  /** "1 of 2" if there are several. */
  positionText: string | null
}

function Mail({ mail, applications, positionText }: MailProps) {
  const id = useId()
  const { subject, text } = mail
  return (
    <article aria-labelledby={id} className={clsx(frame, 'min-h-0 snap-start')}>
      <header className="border-b border-hairline px-4 py-2.5">
        <div className="flex gap-3 text-sm text-ink-soft">
          <p className="grow wrap-anywhere">{recipientText(mail, applications)}</p>
          {positionText === null ? null : <p className="shrink-0 tabular-nums">{positionText}</p>}
        </div>
        <h3 id={id} className="font-semibold wrap-anywhere">
          {subject}
        </h3>
      </header>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div
        role="region"
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto px-4 py-3 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text.trim()}
      </div>
    </article>
  )
}
