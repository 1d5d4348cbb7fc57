import { expect, type Locator, type Page } from '@playwright/test'
import { stepIndex, wizardSteps, type StepId } from '#features/applications/rules/wizard/steps.ts'
import { button } from './forms.ts'

/** Headings of the steps (specification section 2). */
const stepHeadings = {
  personal: 'Personal Details',
  address: 'Residential Address',
  employment: 'Employment & Financial Profile',
  'net-worth-intro': 'Discover Your Financial Picture!',
  assets: 'Tell Us About Your Assets',
  liabilities: 'Tell Us About Your Liabilities',
  documents: 'Complete Your FAIS Document',
  review: 'Review Your Application',
  success: 'Application Submitted Successfully!',
} as const satisfies Record<StepId, string>

/** Labels of the buttons to the next step. */
export const nextLabels = {
  personal: 'Next: Address Details',
  address: 'Next: Employment Details',
  employment: 'Next: Net Worth Calculator',
  'net-worth-intro': "Let's Get Started",
  assets: 'Next: Your Liabilities',
  liabilities: 'Next: Upload Documents',
  documents: 'Next: Review Application',
  review: 'Submit Application',
} as const satisfies Record<Exclude<StepId, 'success'>, string>

export function heading(page: Page, step: StepId): Locator {
  return page.getByRole('heading', { level: 1, name: stepHeadings[step], exact: true })
}

/** Expects the step's screen and progress. */
export async function expectStep(page: Page, step: StepId): Promise<void> {
  await expect(heading(page, step)).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(stepHeadings[step].replaceAll(/[!?]/gu, '.'), 'u'))
  if (step === 'success') return
  const progress = page.getByRole('navigation', { name: 'Application Progress' })
  const percent = Math.round(((stepIndex(step) + 1) / wizardSteps.length) * 100)
  await expect(progress).toContainText('Application Progress')
  await expect(progress).toContainText(`Step ${stepIndex(step) + 1} of ${wizardSteps.length}, ${percent} %`)
  await expect(progress.getByRole('progressbar')).toHaveAttribute('value', String(percent))
}

/** Expands the collapsed sections of a completed step. */
export async function openSections(page: Page): Promise<void> {
  const changes = page.getByRole('main').getByRole('button', { name: /^Change /u })
  while ((await changes.count()) > 0) await changes.first().click()
}

/** Clicks Next again where it asks once about groups without an answer. */
export async function passUnanswered(page: Page, from: 'assets' | 'liabilities'): Promise<void> {
  const asking = page.getByRole('alert').filter({ hasText: 'answered yet' })
  const next = heading(page, from === 'assets' ? 'liabilities' : 'documents')
  await expect(asking.or(next)).toBeVisible()
  if (await asking.isVisible()) await button(page, nextLabels[from]).click()
}

/** Continues; the next step's heading has the focus. */
export async function goOn(page: Page, from: Exclude<StepId, 'success' | 'review'>): Promise<void> {
  await button(page, nextLabels[from]).click()
  if (from === 'assets' || from === 'liabilities') await passUnanswered(page, from)
  const next = wizardSteps[stepIndex(from) + 1]
  if (next === undefined) throw new Error(`Nothing follows ${from}`)
  await expectStep(page, next.id)
  await expect(heading(page, next.id)).toBeFocused()
}
