import { sectionSchema } from '#features/brand/rules/field-schemas.ts'
import { dueDiligenceProblems } from '#features/brand/rules/due-diligence-sections.ts'
import type { LetterTemplate } from '#features/signing/rules/letter/content.ts'
import { letterLengthProblem } from '#features/signing/rules/letter/length.ts'
import { letterTextNames } from '#features/brand/rules/letter/sections.ts'
import { officeProblems } from '#features/brand/rules/office.ts'
import type { FirmSection } from '#features/brand/rules/sections.ts'
import { isWorded, linkProblem } from '#features/brand/rules/wording.ts'
import { readInput } from '#base/rules/input/read-input.ts'
import type { FirmSettings } from '#features/brand/server/firm.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { ownHosts } from '#features/mail/server/edited-mail.ts'

/**
 * Checks values of a section.
 *
 * @throws DomainError invalid (400) per field
 */
export function checkSection(
  firm: FirmSettings,
  section: FirmSection,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const input = readInput(sectionSchema(section), values)
  if (!input.ok) throw invalid(input.problems)
  const checked = input.data as Record<string, string>
  const all = { ...firm.values[section], ...checked }
  const together = [...officeProblems(section, all), ...dueDiligenceProblems(section, all)]
  if (together.length > 0) throw invalid(together)
  if (section === 'letterText') requireLength({ ...firm.values.letterText, ...checked })
  const hosts = ownHosts(firm)
  const problems = Object.entries(checked).flatMap(([path, text]) => {
    if (!isWorded(section) && path !== 'signature') return []
    const message = linkProblem(text, hosts)
    return message === null ? [] : [{ path, message }]
  })
  if (problems.length > 0) throw invalid(problems)
  return checked
}

function requireLength(letterText: LetterTemplate['letterText']): void {
  const message = letterLengthProblem(letterText)
  const [path = ''] = letterTextNames.toSorted((a, b) => letterText[b].length - letterText[a].length)
  if (message !== null) throw invalid([{ path, message }])
}

function invalid(errors: { path: string; message: string }[]): DomainError {
  return new DomainError('invalid', 'Please check the highlighted fields.', { errors })
}
