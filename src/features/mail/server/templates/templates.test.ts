import { describe, expect, test } from 'vitest'
import { nameInMail } from '#features/mail/rules/name-in-mail.ts'
import { greeting } from './content.ts'
import {
  AT_HAND,
  HOW_LONG,
  HOW_PROTECTED,
  STOP_ANY_TIME,
  TASKS_AFTERWARDS,
  WHY_ASKED,
} from '#features/applications/rules/wizard/before-you-begin.ts'
import { attachmentsOf, EMBLEM_CID } from './emblem.ts'
import { toHtml } from './html.ts'
import { toPlainText } from './plain-text.ts'
import {
  exampleMail as write,
  mailExamples as examples,
  mailNames as names,
  mailSite as site,
} from '#test/support/example-mails.ts'
import { templates, writeMail } from './templates.ts'

/** All but those of things. */
const NAMES_OF_PEOPLE = /^(?:full|client|manager|author)Name$/u
const ID = '0190b6f4-0000-7000-8000-000000000001'

describe.each(names)('%s', (name) => {
  test('escapes all text', () => {
    const html = toHtml(write(name), site)
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<Sons>')
    expect(html).toContain('Baobab &amp; &lt;Sons&gt;')
  })

  test('carries no URL or address in a name', () => {
    const chosen = 'URGENT go to https://evil.example or evil.example, thief@evil.example'
    const named = Object.fromEntries(
      Object.entries(examples[name]).map(([field, value]) => [
        field,
        /name$/iu.test(field) ? chosen : (value as unknown),
      ]),
    )
    const html = toHtml(write(name, { ...examples[name], ...named }), site)
    expect(html).not.toMatch(/evil\.example|thief/u)
  })

  test('has a complete sentence without a name', () => {
    const unnamed = Object.fromEntries(
      Object.entries(examples[name]).map(([field, value]) => [
        field,
        NAMES_OF_PEOPLE.test(field) ? '' : (value as unknown),
      ]),
    )
    // What `nameInMail` leaves of an address.
    const contact = site.contact && { ...site.contact, name: 'naledi@firm.example' }
    const content = writeMail(name, { ...examples[name], ...unnamed }, { ...site, contact })
    const text = [content.subject, content.preheader, toPlainText(content, site)].join('\n')
    expect(text).not.toMatch(/\S {2,}\S|\S [.,:;]|^ {1,3}\S| $|null|undefined/mu)
    expect(toHtml(content, site)).not.toContain('<strong></strong>')
  })

  test("has complete sentences without the firm's contacts", () => {
    const unset = { ...site, branding: { ...site.branding, supportEmail: '', supportPhone: '' } }
    const content = writeMail(name, examples[name], unset)
    expect(toPlainText(content, unset)).not.toMatch(/\S {2,}\S|\S [.,:;]|[:,] ?[.,]/u)
  })

  test('loads nothing remotely, and links only to the site and to the client’s contact', () => {
    const html = toHtml(write(name), site)
    expect(html).not.toMatch(/<(?:link|script|iframe)|url\(|@import/iu)
    const pictures = [...html.matchAll(/src="([^"]*)"/gu)].map(([, source]) => source)
    expect(pictures).toEqual([`cid:${EMBLEM_CID}`])
    expect(attachmentsOf(html, site.branding)).toMatchObject([{ cid: EMBLEM_CID, contentType: 'image/png' }])
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/gu)) {
      expect(href).toMatch(
        /^(?:https:\/\/onboarding\.example\/|tel:\+27825550142$|mailto:naledi@firm\.example$)/u,
      )
    }
  })

  test('states no reason for an action', () => {
    // Reasons are free text of the firm: mails only say what changed.
    const readings = [examples[name], { ...examples[name], draft: true }, { ...examples[name], draft: false }]
    for (const data of readings) {
      expect(toPlainText(write(name, data), site)).not.toMatch(
        /mistake|in error|misspel|wrongly|at your request/iu,
      )
    }
  })

  test('has the same content as plain text', () => {
    const content = write(name)
    const { parts } = content
    const plain = toPlainText(content, site)
    for (const part of parts) {
      if (part.kind === 'text' || part.kind === 'code') expect(plain).toContain(part.text)
      if (part.kind === 'link') expect(plain).toContain(`${part.label}:\n${part.href}`)
      if (part.kind === 'list') for (const item of part.items) expect(plain).toContain(`- ${item}`)
      if (part.kind === 'facts') for (const fact of part.facts) expect(plain).toContain(fact.join(': '))
    }
  })
})

describe.each(names)('%s, as a mail program shows it,', (name) => {
  test('has one button, which leads to a page of the site', () => {
    const links = write(name).parts.filter((part) => part.kind === 'link')
    expect(links).toHaveLength(1)
    const html = toHtml(write(name), site)
    expect([...html.matchAll(/<a [^>]*class="button"/gu)]).toHaveLength(1)
  })

  test('has a one-line preheader that adds to the subject', () => {
    const { subject, preheader } = write(name, examples[name])
    expect(preheader).not.toBe('')
    expect(preheader).not.toContain(subject)
    const html = toHtml(write(name), site)
    const [, first = ''] = /<body[^>]*>\s*<div style="display:none[^>]*>([^<]*)<\/div>/u.exec(html) ?? []
    expect(first.replaceAll(/&#847;|&zwnj;|&nbsp;/gu, '')).not.toBe('')
  })

  test('names nothing by an id: people use references', () => {
    const plain = toPlainText(write(name, { ...examples[name], applicationId: ID }), site)
    expect(plain.replaceAll(/https:\S+/gu, '')).not.toContain(ID)
  })

  test('has a table layout, with styles for dark mode', () => {
    const html = toHtml(write(name), site)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    for (const [tableTag] of html.matchAll(/<table[^>]*>/gu))
      expect(tableTag).toContain('role="presentation"')
  })
})

describe('decisions come from the client’s wealth manager', () => {
  const status = { fullName: 'Thandi Nkosi', reason: null, answerBy: null } as const
  const contact = { name: 'Riaan van Wyk', email: 'riaan@firm.example', phone: '+27 82 555 0142' }

  test('with name, phone and email as links, and the reference to give', () => {
    const mail = writeMail('application-status', { ...status, status: 'approved' }, { ...site, contact })
    expect(toPlainText(mail, site)).toContain(
      'Questions? Call or email me. Please give your reference, PPW-7Q3K-29.\n\nKind regards\n\nRiaan van Wyk\nYour wealth manager\n+27 82 555 0142\nriaan@firm.example',
    )
    const html = toHtml(mail, site)
    expect(html).toMatch(/<a href="tel:\+27825550142"[^>]*>\+27 82 555 0142<\/a>/u)
    expect(html).toMatch(/<a href="mailto:riaan@firm\.example"[^>]*>riaan@firm\.example<\/a>/u)
  })

  test('without a phone number, by email alone', () => {
    const mail = writeMail(
      'application-status',
      { ...status, status: 'approved' },
      { ...site, contact: { ...contact, phone: null } },
    )
    expect(toPlainText(mail, site)).toContain('Questions? Email me. ')
  })

  test('from the firm where no manager is active', () => {
    const mail = writeMail(
      'application-status',
      { ...status, status: 'approved' },
      { ...site, contact: null },
    )
    expect(toPlainText(mail, site)).not.toContain('Kind regards')
    expect(toPlainText(mail, site)).toContain('Questions? Email ')
  })

  test('and say by when there will be an answer', () => {
    const mail = writeMail(
      'application-status',
      { ...status, status: 'under_review', answerBy: 'Friday 4 December' },
      site,
    )
    expect(toPlainText(mail, site)).toContain('You’ll hear from us by Friday 4 December.')
  })
})

test('greets staff by name too, and possible strangers without one', () => {
  expect(toPlainText(write('application-to-review'), site)).toMatch(/^Dear Naledi,/u)
  expect(toPlainText(write('address-confirmation'), site)).toMatch(/^Good day,/u)
})

test('the staff button leads to the application, on the page of their role', () => {
  const linkFor = (role: 'admin' | 'wealth_manager') => {
    const content = writeMail(
      'application-to-review',
      { fullName: 'Thandi', applicationId: ID },
      { ...site, reader: { name: null, role } },
    )
    return content.parts.find((part) => part.kind === 'link')?.href
  }
  expect(linkFor('admin')).toBe(`https://onboarding.example/admin?application=${ID}`)
  expect(linkFor('wealth_manager')).toBe(`https://onboarding.example/wealth-manager/review?application=${ID}`)
})

test('a firm’s logo is attached, on a light background, with the firm’s name', () => {
  const logo = { content: Buffer.from('png'), width: 120, height: 40 }
  const html = toHtml(write('password-changed'), site, logo)
  const name = site.branding.firmName.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(html).toContain(`<img src="cid:logo@mail" width="120" height="40" alt="${name}"`)
  expect(html).toContain('background:#fffefb;border-radius:4px')
  expect(html).not.toContain(EMBLEM_CID)
  expect(html).not.toMatch(/src="(?!cid:)/u)
})

test('a firm with a logo of its own has no other emblem', () => {
  const own = { ...site, branding: { ...site.branding, logoUrl: '/logo.svg' } }
  const html = toHtml(write('password-changed'), own)
  expect(html).not.toContain('<img')
  expect(attachmentsOf(html, own.branding)).toEqual([])
})

test('a temporary password has its expiry in South African time', () => {
  const plain = toPlainText(write('forgotten-password'), site)
  expect(plain).toContain('It expires on 20 November 2026, 14:02 (SAST)')
  expect(plain).toMatch(/^ {4}gT7#k<Q2-xWa9p$/mu)
})

test('an invitation has the start page’s information: duration, what to prepare, why, how it is protected, and contacts', () => {
  const plain = toPlainText(write('invitation'), site).replaceAll(/\s+/gu, ' ')
  for (const text of [HOW_LONG, STOP_ANY_TIME, ...AT_HAND, WHY_ASKED, HOW_PROTECTED]) {
    expect(plain).toContain(text)
  }
  expect(plain).toContain('is your wealth manager. Call +27 82 555 0142 or email')
  // The tasks that follow the submission, where the firm switched them on.
  const withTasks = { ...site, hasDueDiligence: true }
  const text = toPlainText(writeMail('invitation', examples.invitation, withTasks), withTasks)
  expect(text.replaceAll(/\s+/gu, ' ')).toContain(TASKS_AFTERWARDS)
  expect(plain).not.toContain('six short tasks')
})

test('only mails with secrets are wiped', () => {
  expect(names.filter((name) => templates[name].secret).toSorted()).toEqual([
    'address-change-asked',
    'address-confirmation',
    'forgotten-password',
    'invitation',
    'invitation-imported',
    'new-address',
    'password-reset-by-staff',
    'staff-invitation',
  ])
})

test.each([
  ['Thandi Nkosi', 'Dear Thandi,'],
  ['Thandi, Nkosi', 'Dear Thandi,'],
  ['J.van Wyk', 'Dear J. van Wyk,'],
  ['P.de Beer', 'Dear P. de Beer,'],
  ['Prof.dr. Smit', 'Dear Prof. dr. Smit,'],
  ['Mnr Botha', 'Dear Mnr Botha,'],
  [', ', 'Good day,'],
])('%j is greeted %j', (name, expected) => {
  expect(greeting(nameInMail(name))).toEqual({ kind: 'text', text: expected })
})
