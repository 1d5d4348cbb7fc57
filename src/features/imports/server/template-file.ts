import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { importFieldLabel, type ImportField } from '#features/imports/rules/fields.ts'
import { writeXlsx } from '#base/server/files/write-xlsx.ts'

/** A field in a template, with its values for three made-up people. */
type TemplateColumn = readonly [field: ImportField, ...values: [string, string, string]]

const template: readonly TemplateColumn[] = [
  ['email', 'thandi@example.com', 'zoe@example.com', 'sipho@example.com'],
  ['firstName', 'Thandi', 'Zoë', 'Sipho'],
  ['surname', 'Mokoena', 'O’Brien', 'Dube'],
  ['idNumber', '8001015009087', '0101015009083', ''],
  ['dateOfBirth', '1980-01-01', '2001-01-01', '1975-06-30'],
  ['mobileNumber', '082 123 4567', '', ''],
  ['status', 'Onboarded', 'Draft', 'Cancelled'],
  ['onboardedAt', '2017-03-15', '', '2019-08-01'],
  ['reviewedAt', '2026-02-27', '', ''],
  ['cancelledAt', '', '', '2025-11-28'],
  ['wealthManager', '', '', ''],
  ['externalReference', 'C-001', 'C-002', 'C-003'],
]

/** A workbook to begin with: its columns are formatted as text, and their titles are matched when it is imported. */
export function templateFile(now: Date): Promise<Buffer> {
  const columns = template.map(([field, ...values]) => ({
    title: importFieldLabel(field),
    width: 22,
    isText: true as const,
    cell: (person: number) => values[person] ?? null,
  }))
  return buffer(writeXlsx('Clients', columns, Readable.from([0, 1, 2]), now))
}
