import { toPhoneNumber } from '#domain/south-africa/phone-number.ts'
import type { TableRow } from './cells.ts'
import { roleSynonyms, type ImportableRole } from './fields.ts'
import type { Mapping } from './mapping.ts'
import type { RowProblem } from './problems.ts'
import { readPhoneCell } from './read-number.ts'
import {
  collectProblems,
  isNoPerson,
  readEmail,
  readName,
  reportCellErrors,
  valueKey,
  valuesOf,
  type Problems,
  type Values,
} from './read-person.ts'

/** A member of staff as read from a row of a file. */
export interface ReadStaff {
  username: string | null
  fullName: string | null
  /** Null where it was not matched. */
  role: ImportableRole | null
  /** In E.164 form; only wealth managers have one. */
  phone: string | null
  problems: RowProblem[]
}

/** Reads a member of staff from a row of a file, with what is wrong. */
export function readStaff({ cells }: Pick<TableRow, 'cells'>, mapping: Mapping): ReadStaff {
  const values = valuesOf(cells, mapping.columns)
  const problems = collectProblems()
  if (isNoPerson(values, cells)) problems.add('not-a-client')
  reportCellErrors(values, problems)
  const role = readRole(values, mapping, problems)
  const phone = readPhone(values, problems)
  return {
    username: readEmail(values, problems),
    fullName: readName(values, problems),
    role,
    phone: role === 'wealth_manager' ? phone : null,
    problems: problems.all,
  }
}

function readRole(values: Values, { roles = [] }: Mapping, { add }: Problems): ImportableRole | null {
  const text = valueKey(values.get('role')?.text ?? '')
  const role = roles.find((each) => valueKey(each.text) === text)?.role ?? roleSynonyms.get(text)
  if (role === undefined) add('role-unknown', 'role')
  return role ?? null
}

function readPhone(values: Values, { add }: Problems): string | null {
  const cell = values.get('phone')
  if (cell === undefined) return null
  const phone = toPhoneNumber(readPhoneCell(cell).number)
  if (phone === null) add('phone-invalid', 'phone')
  return phone
}
