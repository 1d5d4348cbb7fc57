import type { Answers } from './answers.ts'
import type { Problem } from './completeness.ts'
import { labelOf } from './labels.ts'
import { childRequired } from './personal.ts'

/** Messages for a child's missing answers, where the child is named already. */
const childMissing: Readonly<Record<string, string>> = {
  [childRequired.fullName]: 'Full name is required',
  [childRequired.idNumber]: 'ID number is required',
}

/**
 * A problem as listed away from its field. A child's problem names the child: "Child 2 (Thandi): ID number is
 * required".
 */
export function problemInList(
  { path, message }: Pick<Problem, 'path' | 'message'>,
  children: Answers['childrenDetails'],
): string {
  const [list, index = '', field] = path.split('.')
  if (list !== 'childrenDetails' || field === undefined) return message
  const name = children[Number(index)]?.fullName
  const child = `Child ${Number(index) + 1}${name ? ` (${name})` : ''}`
  return childMissing[message] === undefined
    ? `${child}: ${labelOf(path).split(': ').at(-1)}: ${message}`
    : `${child}: ${childMissing[message]}`
}
