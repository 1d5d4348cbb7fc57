import { expect, test } from 'vitest'
import { ApiError, UnreadableFileError } from '#base/client/lib/api.ts'
import { describeFailure } from './describe-failure.ts'
import { UploadFailure } from './upload-failure.ts'

const DETAIL = 'Please check the highlighted fields.'

function refused(errors?: { path: string; message: string }[]) {
  const problem = { title: 'Invalid', status: 400, detail: DETAIL, ...(errors && { errors }) }
  return new ApiError({ status: 400, statusText: 'Bad Request', body: JSON.stringify(problem) })
}

test('reports a refused file name by its field error', () => {
  const cause = refused([{ path: 'fileName', message: 'Please remove unusual characters' }])
  const reported = describeFailure('payslip', 'march.pdf', new UploadFailure('register', cause))
  expect(reported).toEqual({
    message: {
      title: 'File upload failed',
      description: 'Failed to upload march.pdf. Failed to set ACL for march.pdf: 400',
    },
    plain: 'Please remove unusual characters',
    registerAgain: false,
    isFinal: true,
  })
})

test('reports any other refusal with its own text', () => {
  const reported = describeFailure('payslip', 'march.pdf', new UploadFailure('address', refused()))
  expect(reported?.plain).toBe(DETAIL)
})

test('asks to choose a changed file again', () => {
  const reported = describeFailure(
    'payslip',
    'march.pdf',
    new UploadFailure('transfer', new UnreadableFileError()),
  )
  const plain = 'This file has changed or moved since you chose it. Please choose the file again.'
  expect(reported).toEqual({
    message: { title: 'Upload failed', description: `march.pdf: ${plain}` },
    plain,
    registerAgain: false,
    isFinal: true,
  })
})

test('reports client-side errors too', () => {
  const reported = describeFailure('payslip', 'march.pdf', new Error('The browser cannot draw'))
  expect(reported).toMatchObject({
    message: { title: 'Upload failed', description: 'The browser cannot draw' },
    registerAgain: false,
  })
})

test('reports nothing after a cancellation or sign-out', () => {
  const signedOut = new ApiError({ status: 401, statusText: 'Unauthorized', body: '' })
  expect(describeFailure('payslip', 'march.pdf', new DOMException('', 'AbortError'))).toBeNull()
  expect(describeFailure('payslip', 'march.pdf', new UploadFailure('transfer', signedOut))).toBeNull()
})

test.each([
  ['its content was refused', 415, true],
  ['it is too large', 413, true],
  ['there are too many files', 409, false],
  ['the server was busy', 503, false],
  ['there was no response', 0, false],
])('says whether the same file can pass: %s', (_, status, isFinal) => {
  const cause = new ApiError({ status, statusText: '', body: '' })
  expect(describeFailure('payslip', 'march.pdf', new UploadFailure('register', cause))?.isFinal).toBe(isFinal)
})
