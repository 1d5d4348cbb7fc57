import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { createSeal } from '#base/server/seal/create-certificate.ts'
import { makeFolder } from '../quick-folder.ts'
import { button } from './forms.ts'
import { addClient, addManager, signIn, type Person } from './people.ts'
import type { Product } from './product.ts'
import { expectStep, nextLabels } from './wizard.ts'

export const PASSWORD = 'four quiet herons wading'
export const NAME = 'Thandiwe Nkosi'

/** The environment of a firm with a newly created seal. */
export async function sealOfTheFirm(): Promise<Record<string, string>> {
  const folder = makeFolder('onboarding-seal-')
  const [certificate, key] = [path.join(folder, 'seal.crt'), path.join(folder, 'seal.key')]
  const made = await createSeal('Protea Private Wealth', new Date())
  writeFileSync(certificate, made.certificate)
  writeFileSync(key, made.key)
  return { SEAL_CERTIFICATE: certificate, SEAL_KEY: key }
}

/** Opens step 7 for a client whose manager has a letter. */
export async function sitAtLetter(
  page: Page,
  product: Product,
  { fullName = NAME, letter }: { fullName?: string; letter?: Uint8Array } = {},
): Promise<Person> {
  const manager = await addManager(product.context, { fullName: 'Ayanda Zulu', letter })
  const client = await addClient(product.context, {
    currentStep: 'documents',
    manager,
    answers: completeAnswers('thandiwe@people.example', { fullName }),
  })
  await signIn(page.context(), client)
  await page.goto('/')
  await expectStep(page, 'documents')
  return client
}

export function shownLetter(page: Page): Locator {
  return page.getByRole('region', { name: 'FAIS disclosure letter, version 1' })
}

/** Step 7 says that the letter is signed, and Next has the focus. */
export async function expectSigned(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Signed on \d+ \w+ 2\d{3}, \d\d:\d\d$/u })).toBeVisible()
  await expect(button(page, nextLabels.documents)).toBeFocused()
}

/** Fills in everything for a typed signature. */
export async function fillInSignature(page: Page, name = NAME): Promise<void> {
  await page.getByLabel('Your full name').fill(name)
  for (const statement of await page.getByRole('checkbox').all()) await statement.check()
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
}
