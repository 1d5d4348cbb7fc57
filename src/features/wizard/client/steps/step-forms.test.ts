import { describe, expect, test } from 'vitest'
import type { FieldName } from '#features/applications/rules/wizard/questionnaire.ts'
import { answersPatch } from '#features/applications/rules/wizard/answers.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { toEmploymentForm, toEmploymentPatch, unreadIncome } from './employment-form.ts'
import { toPersonalForm, toPersonalPatch, type PersonalForm } from './personal-form.ts'

const personal = (change: Partial<PersonalForm>): PersonalForm => ({
  ...toPersonalForm(applicationOf({})),
  ...change,
})

describe('personal details', () => {
  test('come back from the screen as they went onto it', () => {
    const answers = {
      salutation: 'dr',
      fullName: 'Thandiwe Mokoena',
      dateOfBirth: '1980-01-01',
      maritalStatus: 'married',
      marriageType: 'anc',
      hasChildren: true,
      childrenDetails: [{ fullName: 'Lwazi', idNumber: '1501015009083' }],
      idDocumentType: 'id',
      idNumber: '8001015009087',
      issuingCountry: 'za',
      nationality: 'za',
      highestEducation: 'professional',
      professionalMemberCode: 'SAICA 123',
      mobileNumber: '+27821234567',
      smoker: true,
    } as const
    const checkedDefaults: FieldName[] = ['smoker', 'hasChildren']
    const childrenDetails = [...answers.childrenDetails]
    const application = applicationOf({ ...answers, childrenDetails, checkedDefaults })
    expect(answersPatch.parse(toPersonalPatch(toPersonalForm(application)))).toEqual({
      ...answers,
      checkedDefaults,
      emailAddress: application.emailAddress,
    })
  })

  test('of an untouched screen are well-formed', () => {
    expect(answersPatch.safeParse(toPersonalPatch(personal({}))).success).toBe(true)
  })

  test('a day that is not chosen to the end is none', () => {
    expect(toPersonalPatch(personal({ dateOfBirth: '1980-02-' })).dateOfBirth).toBeNull()
    expect(toPersonalPatch(personal({ dateOfBirth: '1980-02-29' })).dateOfBirth).toBe('1980-02-29')
  })

  test('the selected number of children, and hidden ones keep their input', () => {
    const form = personal({ hasChildren: true, childCount: '2' })
    const [first = { fullName: '', idNumber: '' }, ...others] = form.childrenDetails
    const typed = { ...form, childrenDetails: [{ ...first, fullName: 'Lwazi' }, ...others] }
    expect(toPersonalPatch(typed).childrenDetails).toEqual([
      { fullName: 'Lwazi', idNumber: '' },
      { fullName: '', idNumber: '' },
    ])
    expect(toPersonalPatch({ ...typed, childCount: '' }).childrenDetails).toEqual([])
    expect(toPersonalPatch({ ...typed, hasChildren: false }).childrenDetails).toEqual([])
    expect(typed.childrenDetails).toHaveLength(10)
  })

  test('hidden questions get their initial answers', () => {
    const hidden = personal({ marriageType: 'anc', professionalMemberCode: 'SAICA 123' })
    expect(toPersonalPatch(hidden)).toMatchObject({ marriageType: null, professionalMemberCode: null })
  })
})

describe('employment', () => {
  test.each([
    ['450000', '450000'],
    ['450000.5', '450000.50'],
    ['450000.', '450000'],
    ['R 1,850,000', '1850000'],
    ['1234567,8', '1234567.80'],
    ['R', ''],
    ['twelve', 'twelve'],
    ['', ''],
  ])('an income of %j is sent as %j', (typed, sent) => {
    const form = { ...toEmploymentForm(applicationOf({})), annualIncome: typed }
    expect(toEmploymentPatch(form).annualIncome).toBe(sent)
  })

  test('an income is formatted, and an unreadable one is reported', () => {
    const form = toEmploymentForm(applicationOf({ annualIncome: '1234567.8' }))
    expect(form.annualIncome).toBe('1 234 567.80')
    expect(unreadIncome(form)).toEqual([])
    expect(unreadIncome({ ...form, annualIncome: '1.2.3' })).toMatchObject([{ path: 'annualIncome' }])
  })

  test('the institution goes with the will', () => {
    const form = { ...toEmploymentForm(applicationOf({})), willInstitution: 'A bank' }
    expect(toEmploymentPatch({ ...form, hasWill: true }).willInstitution).toBe('A bank')
    expect(toEmploymentPatch({ ...form, hasWill: false }).willInstitution).toBeNull()
    expect(toEmploymentPatch({ ...form, hasWill: null }).willInstitution).toBeNull()
  })

  test('of an untouched screen is well-formed', () => {
    expect(answersPatch.safeParse(toEmploymentPatch(toEmploymentForm(applicationOf({})))).success).toBe(true)
  })
})
