import { expect, test } from 'vitest'
import { documentKinds } from '#features/applications/rules/documents/kinds.ts'
import { needsScaling, sortFiles } from './sort-files.ts'

const TWO_MEGABYTES = documentKinds.payslip.maxBytes
const file = (name: string, type = 'application/pdf', size = 1000) => ({ name, type, size })
const names = (files: { name: string }[]) => files.map(({ name }) => name)

test('skips unsuitable files, each with its reason, and takes the others', () => {
  const sorted = sortFiles('payslip', 0, [
    file('notes.txt', 'text/plain'),
    file('march.pdf'),
    file('huge.pdf', 'application/pdf', TWO_MEGABYTES + 1),
    file('april.png', 'image/png'),
  ])
  expect(names(sorted.admitted)).toEqual(['march.pdf', 'april.png'])
  expect(sorted.refused).toEqual([
    {
      title: 'Invalid file type',
      description: 'notes.txt is not a valid format. Please upload PDF or image files.',
    },
    {
      title: 'File too large',
      description: 'huge.pdf is larger than 2MB. Please compress the file and try again.',
    },
  ])
})

test('takes an oversized photo, which is scaled down before upload', () => {
  const photo = file('slip.jpg', 'image/jpeg', 9_000_000)
  expect(needsScaling('payslip', photo)).toBe(true)
  expect(sortFiles('payslip', 0, [photo])).toEqual({ admitted: [photo], refused: [] })
})

test.each(['image/heic', 'image/tiff'])('takes an oversized picture in %s', (type) => {
  const scan = file('scan', type, 9_000_000)
  expect(sortFiles('payslip', 0, [scan])).toEqual({ admitted: [scan], refused: [] })
})

test('rejects an extremely large photo', () => {
  const scan = file('poster.png', 'image/png', 80 * 1024 * 1024)
  expect(sortFiles('payslip', 0, [scan]).refused).toHaveLength(1)
})

test('takes no file if they exceed the limit', () => {
  const sorted = sortFiles('payslip', 5, [file('one.pdf'), file('two.pdf')])
  expect(sorted).toEqual({
    admitted: [],
    refused: [{ title: 'Too many files', description: 'You can only upload 6 payslips maximum.' }],
  })
})

test('does not count a skipped file', () => {
  const sorted = sortFiles('payslip', 5, [file('notes.txt', 'text/plain'), file('six.pdf')])
  expect(names(sorted.admitted)).toEqual(['six.pdf'])
  expect(sorted.refused.map(({ title }) => title)).toEqual(['Invalid file type'])
})

test('reports only the unsuitable file if the list is full', () => {
  expect(sortFiles('payslip', 6, [file('notes.txt', 'text/plain')]).refused).toHaveLength(1)
})
