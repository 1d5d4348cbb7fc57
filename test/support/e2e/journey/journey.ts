import { createHash } from 'node:crypto'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { makeFile } from '#test/support/files.ts'
import type { Manager, Person } from '../people.ts'
import type { GivenFile } from '../uploads.ts'
import type { Watch } from '../watch.ts'
import { expectStep, openSections } from '../wizard.ts'

/** The client and page of the scenario. */
export interface Journey {
  page: Page
  watch: Watch
  openBrowser: () => Promise<{ context: BrowserContext; page: Page }>
  client: Person
  manager: Manager
}

type MadeType = Parameters<typeof makeFile>[0]

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** A valid file of an accepted type, of an exact size if given. */
export async function realFile(name: string, type: MadeType, size?: number): Promise<GivenFile> {
  return { name: `${name}.${endings[type]}`, mimeType: type, buffer: await makeFile(type, size) }
}

/** A file that is no document. */
export const textFile: GivenFile = {
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Not a payslip.'),
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export const MEGABYTE = 1024 * 1024

/** Reloads during a step: the same step opens again. */
export async function reload(page: Page, step: Exclude<StepId, 'success'>): Promise<void> {
  await page.reload()
  await expectStep(page, step)
  await expect(page).toHaveURL(`/?step=${step}`)
  await openSections(page)
}
