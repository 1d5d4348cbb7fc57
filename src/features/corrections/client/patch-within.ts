import type { Answers, AnswersPatch } from '#features/applications/rules/wizard/answers.ts'
import { isOpen } from '#features/applications/rules/round/open-paths.ts'

/**
 * The part of a form's patch that belongs to the task: the form also holds answers that other tasks may have saved.
 *
 * @param saved the stored answers, for the rest of a list that the task changes in part
 */
export function patchWithin(
  { assets, liabilities, childrenDetails, ...fields }: AnswersPatch,
  open: readonly string[],
  saved: Pick<Answers, 'childrenDetails'>,
): AnswersPatch {
  return {
    ...within('', fields, open),
    ...(childrenDetails && childrenWithin(childrenDetails, open, saved)),
    ...(assets && { assets: within('assets.', assets, open) }),
    ...(liabilities && { liabilities: within('liabilities.', liabilities, open) }),
  }
}

const CHILDREN = 'childrenDetails'

/** All of them, or only the requested one, the others as stored. */
function childrenWithin(
  typed: NonNullable<AnswersPatch['childrenDetails']>,
  open: readonly string[],
  saved: Pick<Answers, 'childrenDetails'>,
): AnswersPatch {
  if (isOpen(CHILDREN, open)) return { childrenDetails: typed }
  if (!open.some((path) => path.startsWith(`${CHILDREN}.`))) return {}
  const children = saved.childrenDetails.map((child, index) => ({
    ...child,
    ...within(`${CHILDREN}.${index}.`, typed[index] ?? {}, open),
  }))
  return { childrenDetails: children }
}

function within<Fields extends object>(
  prefix: string,
  fields: Fields,
  open: readonly string[],
): Partial<Fields> {
  const allowed = Object.entries(fields).filter(([name]) => isOpen(`${prefix}${name}`, open))
  return Object.fromEntries(allowed) as Partial<Fields>
}
