import type { PreviewedMail } from '#features/mail/api/mail-previews.ts'

/** "To thandi@x" and, if there are many, the number of others. */
export function recipientText(
  { recipient, toStaff, people }: Pick<PreviewedMail, 'recipient' | 'toStaff' | 'people'>,
  applications: number | null,
): string {
  if (applications !== null && applications > 1) {
    const many = applications.toLocaleString('en-ZA')
    return toStaff
      ? `Example, to ${recipient}. Managers will receive up to ${many} of these emails.`
      : `Example, to ${recipient}. Up to ${many} clients will receive this email.`
  }
  if (people === 1) return `To ${recipient}`
  return `To ${people.toLocaleString('en-ZA')} people. Example, to ${recipient}`
}
