import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#base/client/lib/api.ts'
import { UploadFailure, type UploadStage } from './upload-failure.ts'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { uploadKinds } from './upload-kinds.ts'

afterEach(() => vi.unstubAllGlobals())

const SENT = { url: '/objects/u1', fileName: 'march.pdf', fileId: '0190e0a0-0000-7000-8000-000000000001' }

test.each([
  ['payslip', '/api/payslip-uploads', { payslipURL: SENT.url, fileName: 'march.pdf' }],
  ['riskBenefit', '/api/risk-benefit-uploads', { riskBenefitURL: SENT.url, fileName: 'march.pdf' }],
  [
    'pensionBenefits',
    '/api/pension-benefits-uploads',
    { pensionBenefitsURL: SENT.url, fileName: 'march.pdf', fileId: SENT.fileId },
  ],
  [
    'providentBenefits',
    '/api/provident-benefits-uploads',
    { providentBenefitsURL: SENT.url, fileName: 'march.pdf', fileId: SENT.fileId },
  ],
  ['signedFais', '/api/fais-uploads', { faisDocumentURL: SENT.url, fileName: 'march.pdf' }],
] as const)('registers %s by PUT %s', async (kind, path, body) => {
  const fetching = vi.fn<() => Promise<Response>>(async () =>
    Response.json({ objectPath: '/objects/1', id: SENT.fileId }),
  )
  vi.stubGlobal('fetch', fetching)
  await uploadKinds[kind].register(SENT)
  expect(fetching).toHaveBeenCalledWith(
    path,
    expect.objectContaining({ method: 'PUT', body: JSON.stringify(body) }),
  )
})

describe('success texts', () => {
  test.each([
    ['payslip', 2, '2 payslip(s) uploaded successfully.'],
    ['riskBenefit', 1, '1 risk benefit statement(s) uploaded successfully.'],
    ['pensionBenefits', 3, '3 pension benefits statement(s) uploaded successfully.'],
    ['providentBenefits', 1, '1 provident benefits statement(s) uploaded successfully.'],
  ] as const)('%s', (kind, count, description) =>
    expect(uploadKinds[kind].uploaded(count)).toEqual({ title: 'Upload successful', description }),
  )

  test('texts of signedFais', () =>
    expect(uploadKinds.signedFais.uploaded(1)).toEqual({
      title: 'Success!',
      description: 'FAIS document uploaded successfully.',
    }))

  test.each([
    ['payslip', 'Payslip has been removed from your application.'],
    ['riskBenefit', 'Risk benefit statement has been removed.'],
  ] as const)('text of a removed %s', (kind, description) =>
    expect(uploadKinds[kind].removed).toEqual({ title: 'File removed', description }),
  )
})

describe('failure texts', () => {
  const refused = new ApiError({ status: 503, statusText: 'Service Unavailable', body: '' })
  test.each<[ClientKind, UploadStage, unknown, string, string]>([
    [
      'payslip',
      'address',
      refused,
      'File upload failed',
      'Failed to upload march.pdf. Failed to get upload URL: 503',
    ],
    [
      'riskBenefit',
      'transfer',
      refused,
      'File upload failed',
      'Failed to upload march.pdf. Failed to upload march.pdf: 503 Service Unavailable',
    ],
    [
      'pensionBenefits',
      'register',
      refused,
      'File upload failed',
      'Failed to upload march.pdf. Failed to set ACL for march.pdf: 503',
    ],
    [
      'providentBenefits',
      'transfer',
      new NetworkError(true),
      'File upload failed',
      'Failed to upload march.pdf. Failed to upload march.pdf: no connection',
    ],
    ['signedFais', 'address', refused, 'Upload Failed', 'Failed to get upload URL'],
    [
      'signedFais',
      'transfer',
      refused,
      'Upload Failed',
      'Failed to upload march.pdf: 503 Service Unavailable',
    ],
    [
      'signedFais',
      'register',
      refused,
      'Upload failed',
      'Failed to process the uploaded file. Please try again.',
    ],
  ])('%s, %s', (kind, stage, cause, title, description) =>
    expect(uploadKinds[kind].failed(new UploadFailure(stage, cause), 'march.pdf')).toEqual({
      title,
      description,
    }),
  )
})
