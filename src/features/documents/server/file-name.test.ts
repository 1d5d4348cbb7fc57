import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentDisposition, safeFileName } from './file-name.ts'

describe('a safe file name', () => {
  test.each([
    ['March payslip.pdf', 'application/pdf', 'March payslip.pdf'],
    ['SCAN.PDF', 'application/pdf', 'SCAN.PDF'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['payslip.exe', 'application/pdf', 'payslip.exe.pdf'],
    ['payslip.pdf', 'image/png', 'payslip.pdf.png'],
    ['../../etc/passwd', 'application/pdf', '_.._etc_passwd.pdf'],
    ['C:\\temp\\march.pdf', 'application/pdf', 'C__temp_march.pdf'],
    ['a"b\'c.pdf', 'application/pdf', "a_b'c.pdf"],
    ['two\r\nlines.pdf', 'application/pdf', 'two__lines.pdf'],
    ['\u202Efdp.exe', 'application/pdf', 'fdp.exe.pdf'],
    ['salarisstrokie é 💰.pdf', 'application/pdf', 'salarisstrokie é 💰.pdf'],
    ['.pdf', 'application/pdf', 'pdf.pdf'],
    ['...', 'image/png', 'document.png'],
  ] as const)('%j as %s is %j', (name, type, safe) => expect(safeFileName(name, type)).toBe(safe))

  test('of a very long one is short, and cut between letters', () => {
    const safe = safeFileName('💰'.repeat(127), 'application/pdf')
    expect(safe).toBe(`${'💰'.repeat(60)}.pdf`)
    expect(safeFileName('a'.repeat(200), 'application/pdf')).toBe(`${'a'.repeat(120)}.pdf`)
  })

  test('never has what a path or a header is made of', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (name) => {
        const safe = safeFileName(name, 'application/pdf')
        expect(safe).toMatch(/^[^.\s\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}][^\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]*\.pdf$/iu)
        expect(safe.isWellFormed()).toBe(true)
      }),
    ))
})

describe('the Content-Disposition header', () => {
  test.each([
    ['march.pdf', `attachment; filename="march.pdf"; filename*=UTF-8''march.pdf`],
    [
      "O'Brien (1)*.pdf",
      `attachment; filename="O'Brien (1)*.pdf"; filename*=UTF-8''O%27Brien%20%281%29%2A.pdf`,
    ],
    [
      'March; filename=evil.exe, copy.pdf',
      `attachment; filename="March; filename=evil.exe, copy.pdf"; filename*=UTF-8''March%3B%20filename%3Devil.exe%2C%20copy.pdf`,
    ],
    ['café 💰.pdf', `attachment; filename="cafe _.pdf"; filename*=UTF-8''caf%C3%A9%20%F0%9F%92%B0.pdf`],
    ['100%41.pdf', `attachment; filename="100_41.pdf"; filename*=UTF-8''100%2541.pdf`],
  ])('%s', (name, header) => expect(contentDisposition('attachment', name)).toBe(header))

  test('is one line of ASCII for any name', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (name) => {
        const header = contentDisposition('inline', safeFileName(name, 'image/jpeg'))
        expect(header).toMatch(/^inline; filename="[^"\\%]+"; filename\*=UTF-8''[\w!#$&+\-.^`|~%]+$/u)
      }),
    ))
})
