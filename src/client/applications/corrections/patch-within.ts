import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { isOpen } from '#domain/corrections/open-paths.ts'

/** Of what a step's form would save, what can be changed now: the form knows of its other questions too. */
export function patchWithin(patch: AnswersPatch, open: readonly string[]): AnswersPatch {
  const { assets, liabilities, ...fields } = patch
  return {
    ...within('', fields, open),
    ...(assets && { assets: within('assets.', assets, open) }),
    ...(liabilities && { liabilities: within('liabilities.', liabilities, open) }),
  }
}

/** What is partly open goes as a whole: the server compares part by part. */
function within<Fields extends object>(
  prefix: string,
  fields: Fields,
  open: readonly string[],
): Partial<Fields> {
  const kept = Object.entries(fields).filter(([name]) => {
    const path = `${prefix}${name}`
    return isOpen(path, open) || open.some((one) => one.startsWith(`${path}.`))
  })
  // The names are those of the fields.
  return Object.fromEntries(kept) as Partial<Fields>
}
