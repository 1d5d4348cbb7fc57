import { expect, type Locator, type Page } from '@playwright/test'

/** A field with its error. */
export interface FieldProblem {
  /** The described element: the control, or the group of a question. */
  field: Locator
  /** Target of the summary's link; by default the field itself. */
  control?: Locator
  message: string
}

/** The section of a page below a heading of level 2. */
export function section(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

/** A question with several controls. */
export function group(within: Page | Locator, label: string): Locator {
  return within.getByRole('group', { name: label })
}

/** Answers a question with a few choices. */
export async function choose(within: Page | Locator, label: string, answer: string): Promise<void> {
  await group(within, label).getByRole('radio', { name: answer, exact: true }).check()
}

export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}

/** A toast with title and text. Screen readers get a hidden copy. */
export function notification(page: Page, title: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title })
}

export async function expectNotification(page: Page, title: string, description: string): Promise<void> {
  const shown = notification(page, title)
  await expect(shown).toContainText(description)
  await expect(shown).toBeInViewport()
}

/** The description of a field. */
async function expectProblem({ field, message }: FieldProblem): Promise<void> {
  await expect(field).toHaveAccessibleDescription(new RegExp(`Error: ${escaped(message)}`, 'u'))
}

/**
 * The error summary lists exactly these problems, has the focus, and links to each field, which shows the same message;
 * the page's title begins with "Error:".
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
