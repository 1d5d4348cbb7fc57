import { expect, test } from 'vitest'
import { storedName, otherTypeOf, typeByName } from './file-types.ts'
import { acceptedFiles } from '#features/applications/rules/documents/kinds.ts'
import { fileProblem } from '#features/documents/rules/messages.ts'

test.each([
  ['letter.pdf', 'application/pdf'],
  ['letter.PNG', 'image/png'],
  ['IMG_0012.HEIC', 'image/heic'],
  ['scan.tif', 'image/tiff'],
  ['letter', null],
  ['letter.pdf.exe', null],
])('%s is named as %s', (name, type) => expect(typeByName(name)).toBe(type))

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.each([
  ['payslip', DOCX, 'payslip.docx', 'payslip.docx is a Word document. Please save or export it as a PDF'],
  ['signedFais', DOCX, 'letter.docx', 'letter.docx is a Word document. Please save or export it as a PDF'],
  ['payslip', 'application/octet-stream', 'march.docx', 'march.docx is a Word document. Please save or'],
  ['payslip', '', 'budget.xlsx', 'budget.xlsx is an Excel workbook.'],
  ['payslip', 'application/x-cfb', 'payslip.doc', 'payslip.doc is a Word document.'],
  ['payslip', 'application/x-cfb', 'payslip', 'payslip is an older Word or Excel document.'],
  ['payslip', 'application/zip', 'march.docx', 'march.docx is a Word document.'],
  ['payslip', 'application/zip', 'all.zip', 'all.zip is not a valid format. Please upload PDF or image'],
  ['payslip', 'video/quicktime', 'IMG_1.MOV', 'IMG_1.MOV is a video. Please take a photo'],
  ['payslip', 'text/plain', 'a.pdf', 'a.pdf is not a valid format. Please upload PDF or image files.'],
  ['signedFais', '', 'a', 'File type unknown is not supported. Please use: PDF, JPEG, PNG'],
  ['staffFais', 'image/jpeg', 'letter.pdf', 'This file is a JPEG image, not a PDF. Allowed types: .pdf'],
  ['staffFais', 'image/heif', 'letter.pdf', 'This file is a HEIC image, not a PDF. Allowed'],
  ['staffFais', DOCX, 'letter.docx', 'File type .docx is not allowed. Allowed types: .pdf'],
  ['staffFais', DOCX, 'letter.pdf', 'This file is a Word document, not a PDF. Please save or export it'],
  ['staffFais', '', 'letter.pdf', 'This file’s name ends in .pdf, but it isn’t a PDF. Allowed types: .pdf'],
  ['staffFais', 'text/plain', 'a.txt', 'File type .txt is not allowed. Allowed types: .pdf'],
] as const)('%s, sent "%s" called %s: %s', (kind, type, name, text) => {
  const description = fileProblem(kind, { type, name, size: 1 })?.description
  expect(description).toContain(text)
  expect(description).not.toContain('openxmlformats')
})

test.each(['image/heic', 'image/webp', 'image/tiff', 'image/jpeg'])(
  '%s is accepted from a client',
  (type) => {
    expect(fileProblem('payslip', { type, name: 'a', size: 1 })).toBeNull()
    expect(acceptedFiles('payslip')).toHaveProperty([type])
    expect(acceptedFiles('staffFais')).not.toHaveProperty([type])
  },
)

test.each([
  ['IMG_0012.HEIC', 'image/jpeg', 'IMG_0012.jpg'],
  ['scan 1.2.tiff', 'image/jpeg', 'scan 1.2.jpg'],
  ['photo.png', 'image/jpeg', 'photo.png'],
  ['march.pdf', 'application/pdf', 'march.pdf'],
  ['march', 'image/jpeg', 'march'],
] as const)('%s, stored as %s, is called %s', (name, type, stored) =>
  expect(storedName(name, type)).toBe(stored),
)

test('accepted types have no advice', () => {
  expect(otherTypeOf({ type: 'image/png', name: 'a.docx' })).toBeNull()
})
