import { z } from 'zod'
import { importableStatuses, importFieldLabel, importFields } from './fields.ts'
import { dateOrders } from './read-day.ts'

const MAX_COLUMNS = 100
const MAX_VALUES = 200
const valueText = z.string().max(200)

/** How an admin matched the columns and values of a file to ours. */
export const mappingSchema = z.strictObject({
  /** The field of each column, from the left; null where it is not imported. */
  columns: z.array(z.enum(importFields).nullable()).max(MAX_COLUMNS),
  dateOrder: z.enum(dateOrders),
  /** Values of the status column. */
  statuses: z.array(z.strictObject({ text: valueText, status: z.enum(importableStatuses) })).max(MAX_VALUES),
  /** The status of rows without one. */
  defaultStatus: z.enum(importableStatuses),
  /** Values of the wealth manager column; null leaves these clients unassigned. */
  managers: z.array(z.strictObject({ text: valueText, managerId: z.uuid().nullable() })).max(MAX_VALUES),
  /** Always empty; pages of an earlier release send it. */
  roles: z.array(z.never()).optional(),
  /** The manager of rows without one; null for none. */
  defaultManagerId: z.uuid().nullable(),
})

export type Mapping = z.output<typeof mappingSchema>

/** What is wrong with the columns of a mapping; null where nothing is. */
export function mappingProblem({ columns }: Pick<Mapping, 'columns'>): string | null {
  const fields = columns.filter((field) => field !== null)
  const repeated = fields.find((field, index) => fields.indexOf(field) !== index)
  if (repeated !== undefined) {
    return `${importFieldLabel(repeated)} is chosen for two columns. Please choose one of them.`
  }
  if (!fields.includes('email')) return 'Please choose the column with the email addresses.'
  const parts = fields.filter(
    (field) => field === 'firstName' || field === 'surname' || field === 'middleNames',
  )
  if (fields.includes('fullName') && parts.length > 0) {
    return 'The full name and parts of the name are both chosen. Please choose the full name or its parts.'
  }
  if (!fields.includes('fullName') && !(fields.includes('firstName') && fields.includes('surname'))) {
    return 'Please choose the column with the full name, or those with first name and surname.'
  }
  return null
}
