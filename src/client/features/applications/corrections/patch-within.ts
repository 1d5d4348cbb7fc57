import type { Answers, AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { isOpen } from '#domain/corrections/open-paths.ts'

/**
 * Of what a step's form would save, what its task is about: the form holds other answers too, which other tasks may have
 * saved meanwhile.
 *
 * @param saved the answers as they are, which stand for what of a list the task is not about
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

/** All of them, or of the saved ones what is asked about a single one. */
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
  // The names are those of the fields.
  return Object.fromEntries(allowed) as Partial<Fields>
}
