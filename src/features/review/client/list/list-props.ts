import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { ViewName } from '#features/review/rules/views.ts'
import type { Column } from '#base/client/lists/column.ts'
import type { StableList } from '#base/client/lists/use-stable-list.ts'
import type { Elements } from '#base/client/ui/elements.ts'
import type { Workspace } from '../workspaces.ts'
import type { ExportLinksProps } from './export-links.tsx'
import type { ApplicationsView } from './lists.ts'
import type { RowSettings } from './use-row-settings.ts'

export type ApplicationsListProps<Sort extends string> = {
  /** The role of the user. */
  role: Workspace['role']
  title: string
  /** Counts behind the title, on a phone below it. */
  figures?: readonly { label: string; count: number | undefined }[]
  /** The text of the invite button. */
  invite: string
  onInvite: () => void
  /** The list, whose rows stay where they are while others change it. */
  stable: Pick<StableList<ListedApplication, ApplicationsView<Sort>>, 'list' | 'changes' | 'showChanges'>
  /** The queues above the list. */
  queues: readonly ViewName[]
  settings: RowSettings
  /** The application that is open in the side panel. */
  opened: string | null
  /** What the name of a client leads to on a phone. */
  addressOf: (id: string) => string
  /** The content of the list, for screen readers. */
  caption: string
  columns: readonly Column<ListedApplication, Sort>[]
  /** The sort options with their labels. */
  sorts: Readonly<Record<Sort, string>>
  /** What is around the list, if loaded: counts of applications, and whether the user's bulk action is running. */
  frame:
    | {
        total: number
        statuses: Readonly<Partial<Record<ApplicationStatus, number>>>
        counts: Readonly<Partial<Record<ViewName, number>>>
        isActing: boolean
      }
    | undefined
  /** Further filters. */
  furtherFilters?: Elements
  /** The name of the wealth manager that is filtered by, if any. */
  manager?: string | undefined
  /** The source of exports. */
  exportedFrom: ExportLinksProps['from']
  /** The text of an empty list, and what to do then. */
  empty?: Elements | string
  /** Further actions of the list. */
  more?: Elements
  /** Shown beside the number of applications. */
  children?: Elements
}
