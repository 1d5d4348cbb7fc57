import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { assetSections, liabilitySections, namesOf } from '#features/applications/rules/net-worth/names.ts'
import {
  questionnaire,
  namesOn,
  type QuestionPage,
} from '#features/applications/rules/wizard/questionnaire.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { AddressStep } from './address-step.tsx'
import { AssetsStep } from './assets-step.tsx'
import { EmploymentStep } from './employment-step.tsx'
import { LiabilitiesStep } from './liabilities-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import { StepStatus, type StepProps } from './step-props.ts'

const pages: Record<QuestionPage, ComponentType<StepProps>> = {
  personal: PersonalStep,
  address: AddressStep,
  employment: EmploymentStep,
}

const stays = () => Promise.resolve('stayed' as const)
const propsOf = (application: Application): StepProps => ({
  application,
  saveAndContinue: stays,
  saveAndReview: stays,
  goBack: () => undefined,
  editStep: () => undefined,
  registerScreen: () => () => undefined,
  autosave: () => undefined,
  draft: { read: () => undefined, write: () => undefined },
})

/** A step as it is drawn first. */
const draw = (Step: ComponentType<StepProps>, application: Application, editingFromReview = false): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <StepStatus value={{ editingFromReview, saving: null }}>
        <Step {...propsOf(application)} />
      </StepStatus>
    </QueryClientProvider>,
  )

/** With these answers every question is asked. */
const askedEverything = applicationOf({
  maritalStatus: 'married',
  hasChildren: true,
  childrenDetails: [{ fullName: 'Lwazi Dube', idNumber: null }],
  highestEducation: 'professional',
  hasWill: true,
  // No ID number says the rest.
  nationality: 'other',
  medicalAidCompany: 'Bonitas',
})
const complete = applicationOf(completeAnswers('client@test.example'))

test.each(Object.keys(pages) as QuestionPage[])('the page %s shows all its questions', (page) => {
  // From the review every section is unfolded.
  const html = draw(pages[page], askedEverything, true)
  const missing = namesOn(page).filter((name) => {
    // The children are asked for one by one.
    const field = name === 'childrenDetails' ? 'childrenDetails.0.fullName' : name
    const label = name === 'childrenDetails' ? 'Child 1' : questionnaire[name].label
    return !html.includes(` id="${field}`) || !html.includes(`>${label}`)
  })
  expect(missing).toEqual([])
})

describe('hidden content delays nothing:', () => {
  test('a collapsed section shows a summary, and renders without its questions', () => {
    const html = draw(PersonalStep, complete)
    expect(html).toContain('800101 5009 087')
    for (const name of ['idNumber', 'maritalStatus', 'hasChildren'])
      expect(html).not.toContain(` id="${name}`)
    expect(draw(EmploymentStep, complete)).toContain(' id="occupation"')
  })

  test.each([
    { what: 'assets', Step: AssetsStep, sections: assetSections },
    { what: 'liabilities', Step: LiabilitiesStep, sections: liabilitySections },
  ])('of the $what the sections are drawn first that a screen has room for', ({ Step, sections }) => {
    const html = draw(Step, complete)
    const drawn = sections.filter(({ title }) => html.includes(`${title.replace('&', '&amp;')}</h2>`))
    expect(drawn.map(({ title }) => title)).toEqual(sections.slice(0, 2).map(({ title }) => title))
    const rows = drawn.flatMap((section) => namesOf<string>(section))
    expect(html.match(/type="checkbox"/gu)).toHaveLength(rows.length)
  })
})

describe('a narrow window closes what is optional', () => {
  const asks = (
    Step: ComponentType<StepProps>,
    answers: Partial<Application>,
    field: string,
    fromReview = false,
  ) => draw(Step, applicationOf(answers), fromReview).includes(` id="${field}"`)

  test('until there is an answer', () => {
    expect(asks(AddressStep, {}, 'addressLine3')).toBe(false)
    expect(draw(AddressStep, applicationOf({}))).toContain('Add a line')
    expect(asks(AddressStep, { addressLine3: 'Vredehoek' }, 'addressLine3')).toBe(true)
    expect(draw(EmploymentStep, applicationOf({}))).toContain('Add a payslip')
    expect(asks(EmploymentStep, {}, 'medicalAidPlan')).toBe(false)
    expect(asks(EmploymentStep, { medicalAidCompany: 'Bonitas' }, 'medicalAidPlan')).toBe(true)
  })

  test('but not for a client who comes from the review to change it', () => {
    expect(asks(AddressStep, {}, 'addressLine3', true)).toBe(true)
    expect(draw(EmploymentStep, applicationOf({}), true)).not.toContain('Add a payslip')
  })

  test('and leaves out what the ID number will say, until another answer shows that it will not', () => {
    expect(asks(PersonalStep, {}, 'nationality')).toBe(false)
    expect(asks(PersonalStep, { idNumber: '80010150' }, 'nationality')).toBe(false)
    expect(asks(PersonalStep, { idNumber: '8001015009088' }, 'nationality')).toBe(true)
    expect(asks(PersonalStep, { idDocumentType: 'passport' }, 'nationality')).toBe(true)
    expect(asks(PersonalStep, { nationality: 'other' }, 'nationality')).toBe(true)
  })
})
