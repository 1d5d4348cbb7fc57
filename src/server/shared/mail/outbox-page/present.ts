import type { Email } from 'postal-mime'
import type { AnswerOf } from '#domain/api/contract.ts'
import type { OutboxMail } from '#domain/api/outbox.ts'
import type { MailFile } from './mail-files.ts'

/** A mail as the list shows it. */
export function presentMail({ id, content }: MailFile): OutboxMail {
  return {
    id,
    writtenAt: new Date(content.date ?? 0).toISOString(),
    recipient: content.to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: content.subject ?? '',
  }
}

/** A mail as it is read. */
export function presentMailWithText(mail: MailFile): AnswerOf<'GET /api/admin/outbox/{id}'> {
  const { name = '', address = '' } = mail.content.from ?? {}
  return {
    ...presentMail(mail),
    from: name === '' ? address : `${name} <${address}>`,
    text: mail.content.text ?? '',
  }
}

/** The HTML of a mail with the pictures that it carries in it: a frame has nowhere else to take them from. */
export function withPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((shown, { contentId, mimeType, content }) => {
    const cid = contentId?.replaceAll(/^<|>$/gu, '')
    if (cid === undefined || typeof content === 'string') return shown
    const data = Buffer.from(new Uint8Array(content)).toString('base64')
    return shown.replaceAll(`cid:${cid}`, `data:${mimeType};base64,${data}`)
  }, html)
}

/** The links of a mail of ours lead nowhere: in its frame they would open a page that refuses to be framed. */
export function withoutLinks(html: string): string {
  return html.replaceAll(/<a href="[^"]*"/gu, '<a')
}
