import type { SystemAuditEntry } from '#features/audit/api.ts'
import { resourceText } from './log-text.ts'

/** The object of an entry by name; without one, its kind and the end of its id. */
export function ResourceText({
  resource,
  resourceName,
}: Pick<SystemAuditEntry, 'resource' | 'resourceName'>) {
  return (
    <span title={resource} translate={resourceName === null ? undefined : 'no'}>
      {resourceName ?? resourceText(resource)}
    </span>
  )
}
