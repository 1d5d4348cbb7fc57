import { expect, test } from 'vitest'
import { ApiError, UnreadableFileError } from '#client/shared/lib/api.ts'
import { toldFailure } from './told-failure.ts'
import { UploadFailure } from './upload-failure.ts'

const DETAIL = 'Please check the highlighted fields.'

function refused(errors?: { path: string; message: string }[]) {
  const problem = { title: 'Invalid', status: 400, detail: DETAIL, ...(errors && { errors }) }
  return new ApiError({ status: 400, statusText: 'Bad Request', body: JSON.stringify(problem) })
}

test('a refused file name is told by what is wrong with it: nothing is marked beside a file', () => {
  const cause = refused([{ path: 'fileName', message: 'Please remove unusual characters' }])
  const told = toldFailure('payslip', 'march.pdf', new UploadFailure('register', cause))
  expect(told).toEqual({
    message: {
      title: 'File upload failed',
      description: 'Failed to upload march.pdf. Failed to set ACL for march.pdf: 400',
    },
    plain: 'Please remove unusual characters',
    registerAgain: false,
  })
})

test('any other refusal is told in its own words', () => {
  const told = toldFailure('payslip', 'march.pdf', new UploadFailure('address', refused()))
  expect(told?.plain).toBe(DETAIL)
})

test('a file that changed since it was chosen has to be chosen again', () => {
  const told = toldFailure('payslip', 'march.pdf', new UploadFailure('transfer', new UnreadableFileError()))
  const plain = 'This file has changed or moved since you chose it. Please choose the file again.'
  expect(told).toEqual({
    message: { title: 'Upload failed', description: `march.pdf: ${plain}` },
    plain,
    registerAgain: false,
  })
})

test('what goes wrong on this side is told too', () => {
  const told = toldFailure('payslip', 'march.pdf', new Error('The browser cannot draw'))
  expect(told).toMatchObject({
    message: { title: 'Upload failed', description: 'The browser cannot draw' },
    registerAgain: false,
  })
})

test('whoever cancelled or is signed out is told nothing', () => {
  const signedOut = new ApiError({ status: 401, statusText: 'Unauthorized', body: '' })
  expect(toldFailure('payslip', 'march.pdf', new DOMException('', 'AbortError'))).toBeNull()
  expect(toldFailure('payslip', 'march.pdf', new UploadFailure('transfer', signedOut))).toBeNull()
})
