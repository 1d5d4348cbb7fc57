import { expect, test } from 'vitest'
import { contentTypeOf, jpegName } from './file-facts.ts'

test.each([
  ['scan.pdf', 'application/pdf', 'application/pdf'],
  ['photo.jpg', 'image/jpg', 'image/jpeg'],
  ['PHOTO.JPEG', '', 'image/jpeg'],
  ['IMG_0012.HEIC', '', 'image/heic'],
  ['IMG_0012.HEIC', 'image/heif', 'image/heic'],
  ['march', '', ''],
  ['march.docx', '', ''],
  ['notes.pdf', 'text/plain', 'text/plain'],
])('%s, told to be "%s", is "%s"', (name, type, expected) =>
  expect(contentTypeOf({ name, type })).toBe(expected),
)

test.each([
  ['scan.png', 'scan.jpg'],
  ['Photo.JPG', 'Photo.JPG'],
  ['page.jpeg', 'page.jpeg'],
  ['statement', 'statement.jpg'],
  ['v1.2 final.png', 'v1.2 final.jpg'],
])('%s is kept as %s', (name, expected) => expect(jpegName(name)).toBe(expected))
