import { expect, test } from 'vitest'
import { inlineAddress, previewKind } from './preview-kind.ts'

test.each([
  ['scan.jpg', true, 'image'],
  ['scan.PNG', false, 'image'],
  ['letter.pdf', true, 'pdf'],
  ['letter.pdf', false, 'tab'],
  ['letter', true, 'tab'],
] as const)('%s, PDFs in the page %s: %s', (name, pdfInPage, kind) =>
  expect(previewKind(name, pdfInPage)).toBe(kind),
)

test('is asked for to be looked at', () =>
  expect(inlineAddress('/objects/uploads/1')).toBe('/objects/uploads/1?inline=1'))
