import { accountName } from '#features/access/rules/account-name.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { FoundApplication, FoundPerson } from '#features/review/api/find.ts'
import { NOT_PROVIDED } from '#features/applications/rules/wizard/answer-text.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { roleLabels, type Role } from '#features/access/rules/roles.ts'
import { paths } from '#base/client/paths.ts'
import { reviewAddress } from '#features/review/client/addresses.ts'
import { YOUR_VIEW, type Command, type SavedView } from './commands.ts'

/** An option of the palette. */
export interface Option {
  id: string
  label: string
  /** Distinguishes it from others of the same name. */
  detail: string
  does: Command['does']
}

/** Options under a heading. */
export interface OptionGroup {
  title: string
  options: Option[]
}

/**
 * The palette's groups, without empty ones. With a search, commands come first: they are local, so nothing moves when
 * the server answers.
 */
export function groupsOf(
  role: Role,
  typed: string,
  { commands, views }: { commands: readonly Command[]; views: readonly SavedView[] },
  found: AnswerOf<'POST /api/staff/find'> | undefined,
): OptionGroup[] {
  const applications = {
    title: typed === '' ? 'Recently opened' : 'Applications',
    options: (found?.applications ?? []).map((application) => applicationOption(role, application)),
  }
  const people = {
    title: 'People',
    options: (found?.people ?? []).map((person) => personOption(role, person)),
  }
  const actions = {
    title: 'Actions',
    options: commands.map(({ label, does }) => ({ id: `action ${label}`, label, detail: '', does })),
  }
  const saved = {
    title: 'Views',
    options: views.map(({ id, label, does }) => ({ id: `view ${id}`, label, detail: YOUR_VIEW, does })),
  }
  const inOrder = typed === '' ? [applications, saved, actions] : [actions, saved, applications, people]
  return inOrder.filter(({ options }) => options.length > 0)
}

function applicationOption(role: Role, application: FoundApplication): Option {
  const { id, fullName, emailAddress, reference, status, wealthManagerName } = application
  const manager = role === 'admin' ? [wealthManagerName ?? 'No wealth manager'] : []
  return {
    id: `application ${id}`,
    label: fullName || NOT_PROVIDED,
    detail: [statuses[status], reference, emailAddress, ...manager].join(', '),
    does: {
      to: role === 'admin' ? `${paths.admin}?application=${id}` : reviewAddress(new URLSearchParams(), id),
    },
  }
}

function personOption(role: Role, { id, role: is, fullName, username }: FoundPerson): Option {
  return {
    id: `person ${id}`,
    label: accountName({ fullName, username }),
    detail: [roleLabels[is], username].join(', '),
    does: {
      to:
        role === 'admin'
          ? `${paths.admin}?wealthManager=${id}`
          : `${paths.systemAdmin}?${new URLSearchParams({ tab: 'users', search: username }).toString()}`,
    },
  }
}
