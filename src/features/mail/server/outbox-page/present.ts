import type { Email } from 'postal-mime'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { OutboxMail } from '#features/mail/api/outbox.ts'
import type { MailFile } from './mail-files.ts'

/** A mail as a list item. */
export function presentMail({ id, content }: MailFile): OutboxMail {
  return {
    id,
    writtenAt: new Date(content.date ?? 0).toISOString(),
    recipient: content.to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: content.subject ?? '',
  }
}

/** A mail with its content. */
export function presentMailWithText(mail: MailFile): AnswerOf<'GET /api/admin/outbox/{id}'> {
  const { name = '', address = '' } = mail.content.from ?? {}
  return {
    ...presentMail(mail),
    from: name === '' ? address : `${name} <${address}>`,
    text: mail.content.text ?? '',
  }
}

/** The HTML of a mail with its pictures embedded, since its frame cannot load them. */
export function withPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((shown, { contentId, mimeType, content }) => {
    const cid = contentId?.replaceAll(/^<|>$/gu, '')
    if (cid === undefined || typeof content === 'string') return shown
    const data = Buffer.from(new Uint8Array(content)).toString('base64')
    return shown.replaceAll(`cid:${cid}`, `data:${mimeType};base64,${data}`)
  }, html)
}

/** Removes links: in the frame they would open pages that refuse framing. */
export function withoutLinks(html: string): string {
  return html.replaceAll(/<a href="[^"]*"/gu, '<a')
}
