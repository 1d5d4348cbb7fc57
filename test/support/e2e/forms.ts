import { expect, type Locator, type Page } from '@playwright/test'

/** A field with what is wrong with it. */
export interface FieldProblem {
  /** What the message is tied to: the control, or the group of a question with several. */
  field: Locator
  /** Where the summary's link leads; the field itself unless told otherwise. */
  control?: Locator
  message: string
}

/** The part of a page under a heading of the second level. */
export function section(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

/** A question that is answered by several controls. */
export function group(within: Page | Locator, label: string): Locator {
  return within.getByRole('group', { name: label })
}

/** Answers a question of a few choices. */
export async function choose(within: Page | Locator, label: string, answer: string): Promise<void> {
  await group(within, label).getByRole('radio', { name: answer, exact: true }).check()
}

export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}

/** A notification: its title, and what it says. Screen readers hear a copy of it, which is not the one on the screen. */
export function notification(page: Page, title: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title })
}

export async function expectNotification(page: Page, title: string, description: string): Promise<void> {
  const shown = notification(page, title)
  await expect(shown).toContainText(description)
  await expect(shown).toBeInViewport()
}

/** What is beside a field, and is read out with it. */
async function expectProblem({ field, message }: FieldProblem): Promise<void> {
  await expect(field).toHaveAccessibleDescription(new RegExp(`Error: ${escaped(message)}`, 'u'))
}

/**
 * The summary at the top lists exactly these problems, has the focus and leads to each field, which says the same
 * beside it; and the page's title begins with "Error:".
 */
export async function expectProblems(
  page: Page,
  problems: readonly FieldProblem[],
  title = 'There is a problem',
): Promise<void> {
  const summary = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /u)
  const links = summary.getByRole('link')
  await expect(links).toHaveText(problems.map(({ message }) => message))
  for (const [index, problem] of problems.entries()) {
    await expectProblem(problem)
    await links.nth(index).click()
    await expect(problem.control ?? problem.field).toBeFocused()
  }
}

export async function expectNoProblems(page: Page): Promise<void> {
  await expect(page.getByText('Error: ')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^Error: /u)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
}
