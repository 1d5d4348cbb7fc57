import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeFileName } from '#features/documents/server/file-name.ts'
import { uniqueNames } from './archive-names.ts'

test('a duplicate name gets a number before its extension', () => {
  const nameIn = uniqueNames()
  expect(nameIn('Payslips', 'March.pdf')).toBe('Payslips/March.pdf')
  expect(nameIn('Payslips', 'march.PDF')).toBe('Payslips/march (2).PDF')
  expect(nameIn('Payslips', 'March.pdf')).toBe('Payslips/March (3).pdf')
  expect(nameIn('Statements', 'March.pdf')).toBe('Statements/March.pdf')
})

test.each(['con.pdf', 'NUL.png', 'lpt1.jpg', 'Com9'])('%s is a device on some systems', (name) => {
  expect(uniqueNames()('Payslips', name)).toBe(`Payslips/_${name}`)
})

test('file names are always unique, and never leave their folder', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), (names) => {
      const nameIn = uniqueNames()
      const paths = names.map((name) => nameIn('Payslips', safeFileName(name, 'application/pdf')))
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
      for (const path of paths) expect(path).toMatch(/^Payslips\/[^/\\]+$/u)
    }),
  )
})
