import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { answerSheet, namesOn, type QuestionPage } from '#domain/applications/wizard/answer-sheet.ts'
import { applicationOf } from '#test/support/draft-application.ts'
import { AddressStep } from './address-step.tsx'
import { EmploymentStep } from './employment-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import type { StepProps } from './step-props.ts'

const pages: Record<QuestionPage, ComponentType<StepProps>> = {
  personal: PersonalStep,
  address: AddressStep,
  employment: EmploymentStep,
}

/** Whoever answers so is asked everything. */
const application = applicationOf({
  maritalStatus: 'married',
  hasChildren: true,
  childrenDetails: [{ fullName: 'Lwazi Dube', idNumber: null }],
  highestEducation: 'professional',
  hasWill: true,
})

const stays = () => Promise.resolve('stayed' as const)
const props: StepProps = {
  application,
  saveAndContinue: stays,
  saveAndReview: stays,
  goBack: () => undefined,
  editStep: () => undefined,
  onTyped: () => () => undefined,
  onLeft: () => undefined,
  draft: { read: () => undefined, write: () => undefined },
}

test.each(Object.keys(pages) as QuestionPage[])('every question of the page %s stands on it', (page) => {
  const Step = pages[page]
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Step {...props} />
    </QueryClientProvider>,
  )
  const missing = namesOn(page).filter((name) => {
    // The children are asked for one by one.
    const field = name === 'childrenDetails' ? 'childrenDetails.0.fullName' : name
    const label = name === 'childrenDetails' ? 'Child 1' : answerSheet[name].label
    return !html.includes(` id="${field}`) || !html.includes(`>${label}`)
  })
  expect(missing).toEqual([])
})
