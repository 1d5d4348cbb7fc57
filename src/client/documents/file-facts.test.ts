import { expect, test } from 'vitest'
import { contentTypeOf, jpegName, typeByName } from './file-facts.ts'

test.each([
  ['scan.pdf', 'application/pdf', 'application/pdf'],
  ['photo.jpg', 'image/jpg', 'image/jpeg'],
  ['PHOTO.JPEG', '', 'image/jpeg'],
  ['march', '', ''],
  ['march.docx', '', ''],
  ['notes.pdf', 'text/plain', 'text/plain'],
])('%s, told to be "%s", is "%s"', (name, type, expected) =>
  expect(contentTypeOf({ name, type })).toBe(expected),
)

test.each([
  ['letter.pdf', 'application/pdf'],
  ['letter.PNG', 'image/png'],
  ['letter', null],
  ['letter.pdf.exe', null],
])('%s is named as %s', (name, type) => expect(typeByName(name)).toBe(type))

test.each([
  ['scan.png', 'scan.jpg'],
  ['Photo.JPG', 'Photo.JPG'],
  ['page.jpeg', 'page.jpeg'],
  ['statement', 'statement.jpg'],
  ['v1.2 final.png', 'v1.2 final.jpg'],
])('%s is kept as %s', (name, expected) => expect(jpegName(name)).toBe(expected))
