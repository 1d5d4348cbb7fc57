import { describe, expect, test } from 'vitest'
import type { FieldValues, ResolverOptions } from 'react-hook-form'
import type { Problem } from '#features/applications/rules/wizard/completeness.ts'
import { errorItems } from '#base/client/ui/error-items.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { problemsOf, stepResolver } from './step-problems.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const options: ResolverOptions<FieldValues> = { fields: {}, shouldUseNativeValidation: false }

describe("a step's problems", () => {
  test('are those left by the patch, in screen order', () => {
    const application = applicationOf({ city: 'Cape Town' })
    const patch = { country: 'South Africa', postalCode: ' ' } as const
    expect(problemsOf('address', application, patch, NOW).map(({ message }) => message)).toEqual([
      'Address line 1 is required',
      'State/Province is required',
      'Postal code is required',
    ])
  })

  test('follow the screen where the rules have another order', () => {
    const patch = { hasChildren: true, childrenDetails: [] }
    const paths = problemsOf('personal', applicationOf({}), patch, NOW).map(({ path }) => path)
    expect(paths.indexOf('childrenDetails')).toBeGreaterThan(paths.indexOf('fullName'))
    expect(paths.indexOf('childrenDetails')).toBeLessThan(paths.indexOf('mobileNumber'))
  })

  test('count the documents that are there', () => {
    const patch = { assets: { pensionFunds: 1 } }
    expect(problemsOf('assets', applicationOf({}), patch, NOW)).toHaveLength(1)
    const statement = { id: 'a', documentId: 'a', name: 'a.pdf', url: '/a', uploadDate: NOW.toISOString() }
    const uploaded = { ...applicationOf({}), pensionBenefitsStatements: [statement] }
    expect(problemsOf('assets', uploaded, patch, NOW)).toEqual([])
  })

  test('exclude hidden questions', () => {
    const child = { fullName: '', idNumber: '' }
    const paths = problemsOf(
      'personal',
      applicationOf({}),
      { hasChildren: false, childrenDetails: [child] },
      NOW,
    )
    expect(paths.filter(({ path }) => path.startsWith('childrenDetails'))).toEqual([])
  })
})

describe('the resolver', () => {
  const problem = (path: string, message: string): Problem => ({ step: 'personal', path, message })

  test('hands the values on where nothing is wrong', async () => {
    const values = { city: 'Durban' }
    expect(await stepResolver(() => [])(values, undefined, options)).toEqual({ values, errors: {} })
  })

  test('puts each problem at its field, the first one of each, in their order', async () => {
    const resolve = stepResolver(
      () => [
        problem('fullName', 'Full name is required'),
        problem('childrenDetails.1.idNumber', "Child's ID number is required"),
        problem('childrenDetails.0.fullName', "Child's full name is required"),
        problem('mobileNumber', 'first'),
        problem('mobileNumber', 'second'),
      ],
      {},
    )
    const { errors } = await resolve({}, undefined, options)
    expect(errorItems(errors)).toEqual([
      { fieldId: 'fullName', message: 'Full name is required' },
      { fieldId: 'childrenDetails.0.fullName', message: "Child's full name is required" },
      { fieldId: 'childrenDetails.1.idNumber', message: "Child's ID number is required" },
      { fieldId: 'mobileNumber', message: 'first' },
    ])
  })

  test('shows a problem at the field that the form has for it', async () => {
    const resolve = stepResolver(() => [problem('childrenDetails', 'How many?')], {
      childrenDetails: 'childCount',
    })
    const { errors } = await resolve({}, undefined, options)
    expect(errorItems(errors)).toEqual([{ fieldId: 'childCount', message: 'How many?' }])
  })
})
