import { foldName } from './fold-name.ts'
import type { ScreenedRole } from '#features/due-diligence/rules/screened-roles.ts'

/** Names of a subject as they are written, with those that are former spellings. */
interface Names {
  written: readonly string[]
  former?: readonly string[] | undefined
}

/** What tells names apart: the name as it is compared, or as it is written where it has no Latin letters. */
export function nameKey(name: string): string {
  return foldName(name) || name.trim().toLowerCase()
}

/** Names of stored facts without former spellings. */
export function givenNames({ written, former = [] }: Names): string[] {
  return written.filter((name) => !former.includes(name))
}

/** Whether several donors were one subject, as in version 1.0. */
export function isShared(role: ScreenedRole, facts: Names): boolean {
  return role === 'donor' && new Set(givenNames(facts).map(nameKey)).size > 1
}

/**
 * Why someone with earlier comparisons is not compared any more.
 *
 * @param otherwise the text where it is no such subject
 */
export function formerText(role: ScreenedRole, names: Names, otherwise: string): string {
  return isShared(role, names)
    ? 'These donors were compared together, before each donor was compared separately.'
    : otherwise
}
