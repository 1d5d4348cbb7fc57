import { expect, test } from 'vitest'
import { recipientText } from './recipient-text.ts'

const mail = { recipient: 'naledi@firm.example', toStaff: false, people: 1 }

test.each([
  ['one client', mail, null, 'To naledi@firm.example'],
  ['a bulk action on one application', mail, 1, 'To naledi@firm.example'],
  [
    'clients of a bulk action',
    mail,
    40,
    'Example, to naledi@firm.example. Up to 40 clients will receive this email.',
  ],
  [
    'managers of a bulk action',
    { ...mail, toStaff: true },
    40,
    'Example, to naledi@firm.example. Managers will receive up to 40 of these emails.',
  ],
  [
    'several managers',
    { ...mail, toStaff: true, people: 3 },
    null,
    'To 3 people. Example, to naledi@firm.example',
  ],
])('the recipients of a mail to %s', (_, shown, applications, text) => {
  expect(recipientText(shown, applications)).toBe(text)
})
