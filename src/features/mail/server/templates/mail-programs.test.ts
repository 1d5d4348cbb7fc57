import { describe, expect, test } from 'vitest'
import { exampleMail, mailNames, mailSite } from '#test/support/example-mails.ts'
import { toHtml } from './html.ts'

/** Unsupported by Outlook's Word renderer, or by programs that drop style sheets. */
const NOT_DRAWN_EVERYWHERE =
  /display:(?:flex|grid)|position:|float:|background-image|url\(|transform|<(?:form|video|svg|button|input)\b|<script/iu
/** Gmail clips longer mails, and drops longer style sheets. */
const GMAIL_CLIPS_AT = 102_000
const GMAIL_STYLE_LIMIT = 8_192

describe.each(mailNames)('%s, in Outlook and Gmail as far as markup tells,', (name) => {
  const html = toHtml(exampleMail(name), mailSite)
  const sheet = /<style>([\s\S]*?)<\/style>/u.exec(html)?.[1] ?? ''
  const body = html.slice(html.indexOf('<body'))

  test('is far below Gmail’s limit, and uses only what Word renders', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_CLIPS_AT / 4)
    expect(sheet.length).toBeLessThan(GMAIL_STYLE_LIMIT)
    expect(body).not.toMatch(NOT_DRAWN_EVERYWHERE)
  })

  test('loses only dark mode without its style sheet', () => {
    expect(sheet.replace(/^@media \(prefers-color-scheme: dark\) \{[^@]*\}$/u, '').trim()).toBe('')
    for (const [tag] of body.matchAll(/<\w+[^>]* class="[^>]*>/gu)) expect(tag).toContain(' style="')
  })

  test('has a width for Outlook, images with size and alt text, and a button with padding', () => {
    const column = /<!--\[if mso\]><table role="presentation"[^>]* width="600"><tr><td><!\[endif\]-->/u
    expect(body).toMatch(column)
    expect(body).toContain('<!--[if mso]></td></tr></table><![endif]-->')
    for (const [picture] of body.matchAll(/<img [^>]*>/gu)) {
      expect(picture).toMatch(/ width="\d+" height="\d+" alt="/u)
    }
    const [, cell = '', link = ''] =
      /<td class="pressed" style="([^"]*)"><a [^>]*style="([^"]*)"/u.exec(body) ?? []
    const padding = /(?<!-)padding:([^;]+)/u.exec(link)?.[1]
    expect(padding).toBeDefined()
    expect(cell).toContain(`mso-padding-alt:${padding}`)
    // Word ignores the padding of paragraphs: cells have it instead.
    for (const [, style = ''] of body.matchAll(/<(?:p|h1|div) [^>]*style="([^"]*)"/gu)) {
      expect(style.replace('padding-left', '')).not.toContain('padding')
    }
  })
})
