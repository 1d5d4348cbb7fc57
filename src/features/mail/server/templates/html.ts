import { paletteOf } from '#features/brand/rules/palette.ts'
import type { BrandingSettings } from '#features/brand/server/branding.ts'
import type { MailContent, MailPart } from './content.ts'
import { EMBLEM_CID, EMBLEM_SIZE } from './emblem.ts'
import { firmLogo, LOGO_CID, type FirmLogo } from './firm-logo.ts'
import type { MailSite } from './site.ts'

/** Most mail programs ignore style sheets, so each element has inline styles. */
const styles = {
  page: 'margin:0;padding:0;background:#faf7f0',
  frame: 'width:100%;background:#faf7f0',
  around: 'padding:24px 12px',
  card: 'width:100%;max-width:600px;background:#fffefb;border:1px solid #e2dacb;border-top:4px solid #17392f',
  inside:
    'padding:28px 28px 20px;color:#1b2622;font:16px/1.5 Helvetica,Arial,sans-serif;word-break:break-word',
  emblem: 'display:block;border:0',
  // Logos are designed for a light background, also in dark mode.
  plate: 'padding:6px 8px;background:#fffefb;border-radius:4px',
  beside: 'padding-left:12px',
  firm: 'color:#17392f;font:20px/1.3 Georgia,serif',
  subject: 'margin:24px 0 16px;color:#1b2622;font:bold 22px/1.3 Georgia,serif',
  text: 'margin:0 0 16px',
  code: 'padding:12px;background:#f3eee3;color:#1b2622;font:18px/1.4 Consolas,Menlo,monospace;word-break:normal;overflow-wrap:anywhere',
  rows: 'margin:0 0 16px',
  label:
    'word-break:normal;padding:4px 16px 4px 0;color:#565f59;font:16px/1.5 Helvetica,Arial,sans-serif;vertical-align:top',
  value: 'padding:4px 0;color:#1b2622;font:bold 16px/1.5 Helvetica,Arial,sans-serif;word-break:break-word',
  list: 'margin:0 0 16px;padding-left:20px',
  press: 'margin:8px 0 24px',
  // Outlook ignores the padding of links: the cell has it instead.
  pressed: 'border-radius:4px;background:#17392f;mso-padding-alt:13px 26px',
  button:
    'display:inline-block;padding:13px 26px;border-radius:4px;background:#17392f;color:#ffffff;font:bold 16px/1.25 Helvetica,Arial,sans-serif;text-decoration:none',
  // Taller lines: thumbs hit the right one of two.
  contact: 'color:#17392f;line-height:1.9;text-decoration:underline',
  footer: 'padding:16px 28px 0;color:#565f59;font:14px/1.5 Helvetica,Arial,sans-serif',
  hidden:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;color:transparent;font-size:1px;line-height:1px;mso-hide:all',
} as const

/** Dark mode for programs with style sheet support; others show the light one. */
const DARK = `@media (prefers-color-scheme: dark) {
.page, .frame { background: #0f1815 !important }
.card { background: #172420 !important; border-color: #35463f !important; border-top-color: #d6b877 !important }
.ink { color: #efe9dc !important }
.contact { color: #d6b877 !important }
.soft { color: #b4bdb6 !important }
.code { background: #22332d !important }
.pressed, .button { background: #d6b877 !important; color: #12211c !important }
}`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text is escaped, so that only attributes are matched. */
const STYLED = /style="[^"]*"/gu

/** Replaces the product's colours above by the firm's. Dark mode keeps the product's. */
function inColours(html: string, colours: BrandingSettings['colours']): string {
  if (colours === null) return html
  const { primary, onPrimary, primaryText } = paletteOf(colours.primary, colours.accent)
  return html.replaceAll(STYLED, (style) =>
    style
      .replaceAll('#ffffff', onPrimary)
      .replaceAll('color:#17392f', `color:${primaryText}`)
      .replaceAll('#17392f', primary),
  )
}

/** Escapes text for an element or attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign)
}

type Look = keyof typeof styles

/** An element with an inline style; `also` are classes for dark mode. */
function element(tag: string, look: Look, inner: string, also = ''): string {
  const classes = also === '' ? '' : ` class="${also}"`
  return `<${tag}${classes} style="${styles[look]}">${inner}</${tag}>`
}

/** A layout table, which screen readers skip. */
function table(look: Look | null, rows: string, { also = '', width = '' } = {}): string {
  const style = look === null ? '' : ` style="${styles[look]}"`
  const classes = also === '' ? '' : ` class="${also}"`
  const wide = width === '' ? '' : ` width="${width}"`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"${wide}${classes}${style}>${rows}</table>`
}

const partWriters: { [Kind in MailPart['kind']]: (part: Extract<MailPart, { kind: Kind }>) => string } = {
  text: ({ text }) => element('p', 'text', onOneLine(escapeHtml(text)).replaceAll('\n', '<br>')),
  code: ({ text }) => table('rows', `<tr>${element('td', 'code', escapeHtml(text), 'code ink')}</tr>`),
  facts: ({ facts }) =>
    table(
      'rows',
      facts
        .map(
          ([label, value]) =>
            `<tr>${element('td', 'label', escapeHtml(label), 'soft')}${element('td', 'value', escapeHtml(value), 'ink')}</tr>`,
        )
        .join(''),
    ),
  list: ({ items }) => element('ul', 'list', items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')),
  person: ({ name, role, email, phone }) =>
    element(
      'p',
      'text',
      [
        name && `<strong>${escapeHtml(name)}</strong>`,
        escapeHtml(role),
        phone && contactLink(`tel:${phone.replaceAll(/[^+\d]/gu, '')}`, phone),
        contactLink(`mailto:${email}`, email),
      ]
        .filter(Boolean)
        .join('<br>'),
    ),
  link: ({ label, href }) => {
    const link = `<a href="${escapeHtml(href)}" class="button" style="${styles.button}">${escapeHtml(label)}</a>`
    return table('press', `<tr>${element('td', 'pressed', link, 'pressed')}</tr>`)
  },
}

/** Telephone numbers without line breaks. */
function onOneLine(text: string): string {
  return text.replaceAll(/\+?\d[\d ]{6,}\d/gu, (number) => number.replaceAll(' ', '&nbsp;'))
}

function contactLink(href: string, label: string): string {
  return `<a href="${escapeHtml(href)}" class="contact" style="${styles.contact}">${escapeHtml(label)}</a>`
}

function writePart<Kind extends MailPart['kind']>(part: Extract<MailPart, { kind: Kind }>): string {
  const write: (part: Extract<MailPart, { kind: Kind }>) => string = partWriters[part.kind]
  return write(part)
}

/** The firm's logo, with its name as alt text; emblem and name without a logo. */
function letterhead({ branding }: MailSite, logo: FirmLogo | null): string {
  const firm = element('td', 'firm', escapeHtml(branding.firmName), 'ink')
  if (logo !== null) {
    const { width, height } = logo
    const picture = `<img src="cid:${LOGO_CID}" width="${width}" height="${height}" alt="${escapeHtml(branding.firmName)}" style="${styles.emblem};${styles.firm}">`
    return table(null, `<tr>${element('td', 'plate', picture)}</tr>`)
  }
  if (branding.logoUrl !== null) return table(null, `<tr>${firm}</tr>`)
  const emblem = `<td><img src="cid:${EMBLEM_CID}" width="${EMBLEM_SIZE}" height="${EMBLEM_SIZE}" alt="" style="${styles.emblem}"></td>`
  const beside = `<td class="ink" style="${styles.beside};${styles.firm}">${escapeHtml(branding.firmName)}</td>`
  return table(null, `<tr>${emblem}${beside}</tr>`)
}

/** Outlook ignores max-width: it gets a 600 px column of its own. */
function inColumn(inner: string): string {
  return `<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600"><tr><td><![endif]-->${inner}<!--[if mso]></td></tr></table><![endif]-->`
}

/** Follows the preheader, so that programs do not show the mail's first words there. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60)

/**
 * The HTML of a mail with the firm's branding: layout tables for Outlook, a button for all programs, dark mode where
 * supported. Nothing is loaded remotely; images are attached.
 */
export function toHtml(
  { subject, preheader, parts }: MailContent,
  site: MailSite,
  logo = firmLogo(site.branding),
): string {
  const { branding } = site
  const card = table(
    'card',
    `<tr>${element(
      'td',
      'inside',
      [
        letterhead(site, logo),
        element('h1', 'subject', escapeHtml(subject), 'ink'),
        ...parts.map(writePart),
      ].join('\n'),
      'ink',
    )}</tr>`,
    { also: 'card', width: '600' },
  )
  const footer = table(
    null,
    `<tr>${element('td', 'footer', escapeHtml(`${branding.firmName} · ${branding.tagline}`), 'soft')}</tr>`,
  )
  const html = `<!doctype html>
<html lang="en-ZA">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${DARK}</style></head>
<body class="page" style="${styles.page}">
${element('div', 'hidden', escapeHtml(preheader) + FILLER)}
${table('frame', `<tr><td align="center" style="${styles.around}">${inColumn(`${card}\n${footer}`)}</td></tr>`, { also: 'frame', width: '100%' })}
</body>
</html>
`
  return inColours(html, branding.colours)
}
