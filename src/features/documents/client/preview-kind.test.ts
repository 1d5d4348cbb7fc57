import { expect, test } from 'vitest'
import { inlineAddress, previewKind, thumbnailAddress } from './preview-kind.ts'

test.each([
  [{ name: 'scan.jpg' }, true, 'image'],
  [{ name: 'scan.PNG' }, false, 'image'],
  [{ name: 'letter.pdf' }, true, 'pdf'],
  [{ name: 'letter.pdf' }, false, 'pages'],
  [{ name: 'letter' }, true, 'tab'],
  [{ name: 'letter.pdf', downloadOnly: 'encrypted' }, true, 'download'],
  [{ name: 'letter.pdf', downloadOnly: 'active' }, false, 'download'],
  [{ name: 'letter.pdf', downloadOnly: 'active', virusScan: 'waiting' }, true, 'nothing'],
  [{ name: 'scan.jpg', virusScan: 'infected' }, true, 'nothing'],
] as const)('%j, PDFs in the page %s: %s', (file, pdfInPage, kind) =>
  expect(previewKind(file, pdfInPage)).toBe(kind),
)

test('requests a file inline', () =>
  expect(inlineAddress('/objects/uploads/1')).toBe('/objects/uploads/1?inline=1'))

test('gives only files that are shown on a page a thumbnail', () => {
  expect(thumbnailAddress({ documentId: '1' })).toBe('/api/documents/1/thumbnail')
  expect(thumbnailAddress({ documentId: '1', downloadOnly: 'active' })).toBeUndefined()
  expect(thumbnailAddress({ documentId: '1', virusScan: 'waiting' })).toBeUndefined()
})
