import type { MailContent, MailPart } from './content.ts'
import type { MailSite } from './site.ts'

/** Mail programs know no style sheets, so every element carries its own style. */
const styles = {
  page: 'margin:0;padding:32px 16px;background:#faf7f0;color:#1b2622;font:16px/1.5 Helvetica,Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:32px;background:#fffefb;border:1px solid #e2dacb;border-top:4px solid #17392f',
  firm: 'margin:0 0 24px;color:#17392f;font:22px/1.3 Georgia,serif',
  text: 'margin:0 0 16px',
  code: 'margin:0 0 16px;padding:12px 16px;background:#f3eee3;font:20px/1.4 Consolas,Menlo,monospace;letter-spacing:1px',
  list: 'margin:0 0 16px;padding-left:20px',
  button:
    'display:inline-block;margin:0 0 16px;padding:12px 24px;background:#17392f;color:#fbf8f1;text-decoration:none;border-radius:4px',
  footer: 'max-width:560px;margin:16px auto 0;color:#565f59;font-size:14px',
} as const

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that cannot become markup, inside an element or an attribute. */
function escapeHtml(words: string): string {
  return words.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign)
}

function element(tag: string, style: string, inner: string): string {
  return `<${tag} style="${style}">${inner}</${tag}>`
}

const partWriters: { [Kind in MailPart['kind']]: (part: Extract<MailPart, { kind: Kind }>) => string } = {
  text: ({ text }) => element('p', styles.text, escapeHtml(text)),
  code: ({ text }) => element('p', styles.code, escapeHtml(text)),
  facts: ({ facts }) =>
    element(
      'p',
      styles.text,
      facts
        .map(([label, value]) => `${escapeHtml(label)}: <strong>${escapeHtml(value)}</strong>`)
        .join('<br>'),
    ),
  list: ({ items }) =>
    element('ul', styles.list, items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')),
  link: ({ label, href }) =>
    element(
      'p',
      styles.text,
      `<a href="${escapeHtml(href)}" style="${styles.button}">${escapeHtml(label)}</a>`,
    ),
}

function writePart<Kind extends MailPart['kind']>(part: Extract<MailPart, { kind: Kind }>): string {
  const write: (part: Extract<MailPart, { kind: Kind }>) => string = partWriters[part.kind]
  return write(part)
}

/** The HTML of a mail, in the firm's branding; nothing in it is loaded from elsewhere. */
export function toHtml({ subject, parts }: MailContent, { branding }: MailSite): string {
  const firm = element('p', styles.firm, escapeHtml(branding.firmName))
  const card = element('div', styles.card, [firm, ...parts.map(writePart)].join('\n'))
  const footer = element('p', styles.footer, escapeHtml(`${branding.firmName} · ${branding.tagline}`))
  return `<!doctype html>
<html lang="en-ZA">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="${styles.page}">
${card}
${footer}
</body>
</html>
`
}
