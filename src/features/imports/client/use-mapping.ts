import { useState } from 'react'
import { foldText } from '#base/rules/input/fold-text.ts'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { statusSynonyms, type ImportableStatus, type ImportField } from '#features/imports/rules/fields.ts'
import { managerNamed } from '#features/imports/rules/match-manager.ts'
import type { Mapping } from '#features/imports/rules/mapping.ts'
import type { DateOrder } from '#features/imports/rules/read-day.ts'
import type { Manager } from '#features/accounts/client/manager-select.tsx'

/** A matching while it is edited. Choices of values that were not made are proposed. */
export interface MappingDraft {
  columns: (ImportField | null)[]
  dateOrder: DateOrder
  defaultStatus: ImportableStatus
  defaultManagerId: string | null
  /** By the value in the file. */
  statuses: ReadonlyMap<string, ImportableStatus>
  managers: ReadonlyMap<string, string | null>
}

/** The matching of an import: as stored, or as proposed. */
export function useMapping({ columns, mapping }: ImportDetail) {
  const [draft, setDraft] = useState<MappingDraft>(() =>
    mapping === null ? proposalOf(columns) : draftOf(mapping),
  )
  const change = (changes: Partial<MappingDraft>) => setDraft((before) => ({ ...before, ...changes }))
  return { draft, change }
}

function proposalOf(columns: ImportDetail['columns']): MappingDraft {
  return {
    columns: columns.map(({ proposed }) => proposed),
    dateOrder: 'dmy',
    defaultStatus: 'draft',
    defaultManagerId: null,
    statuses: new Map(),
    managers: new Map(),
  }
}

/** A stored matching, to be edited. */
export function draftOf(mapping: Mapping): MappingDraft {
  const { columns, dateOrder, defaultStatus, defaultManagerId, statuses, managers } = mapping
  return {
    columns,
    dateOrder,
    defaultStatus,
    defaultManagerId,
    statuses: new Map(statuses.map(({ text, status }) => [text, status])),
    managers: new Map(managers.map(({ text, managerId }) => [text, managerId])),
  }
}

/** The different values of the column with a field; null where there is none, or too many. */
export function valuesOf(
  { columns }: ImportDetail,
  draft: MappingDraft,
  field: ImportField,
): string[] | null {
  const index = draft.columns.indexOf(field)
  return columns[index]?.values ?? null
}

/** The status that a value means, as far as it is known. */
export function statusOf(
  { statuses }: Pick<MappingDraft, 'statuses'>,
  value: string,
): ImportableStatus | undefined {
  return statuses.get(value) ?? statusSynonyms.get(foldText(value))
}

/** The manager that a value means, as chosen or by name; null for none. Undefined where it is not known. */
export function managerOf(
  { managers: chosen }: Pick<MappingDraft, 'managers'>,
  managers: readonly Manager[],
  value: string,
): string | null | undefined {
  return chosen.has(value) ? chosen.get(value) : managerNamed(managers, value)?.id
}

/** The matching to send: values that were proposed are part of it. */
export function mappingOf(detail: ImportDetail, draft: MappingDraft, managers: readonly Manager[]): Mapping {
  const { columns, dateOrder, defaultStatus, defaultManagerId } = draft
  return {
    columns,
    dateOrder,
    defaultStatus,
    defaultManagerId,
    statuses: (valuesOf(detail, draft, 'status') ?? []).flatMap((text) => {
      const status = statusOf(draft, text)
      return status === undefined ? [] : [{ text, status }]
    }),
    managers: (valuesOf(detail, draft, 'wealthManager') ?? []).flatMap((text) => {
      const managerId = managerOf(draft, managers, text)
      return managerId === undefined ? [] : [{ text, managerId }]
    }),
  }
}
