import { accountName } from '#features/access/rules/account-name.ts'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { FoundApplication, FoundPerson } from '#features/review/api/find.ts'
import { NOT_PROVIDED } from '#features/applications/rules/wizard/answer-text.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { roleLabels, type Role } from '#features/access/rules/roles.ts'
import { paths } from '#base/client/paths.ts'
import { reviewAddress } from '#features/review/client/addresses.ts'
import { addressOf as todayAddress } from '#features/today/client/addresses.ts'
import { keyOf, reasonOf, subjectOf, todayKinds, type TodayRow } from '#features/today/rules/today.ts'
import { QUEUE, YOUR_VIEW, type Command, type SavedView } from './commands.ts'

/** An option of the palette. */
export interface Option {
  id: string
  label: string
  /** Distinguishes it from others of the same name. */
  detail: string
  does: Command['does']
}

/** What is offered without asking the server. */
interface Offered {
  commands: readonly Command[]
  views: readonly SavedView[]
  today: readonly TodayRow[]
}

/** Options under a heading. */
export interface OptionGroup {
  title: string
  options: Option[]
}

/** Before typing: the first things to do, the clients opened last, and actions up to this many options. */
const MAX_OPTIONS_UNTYPED = 8
const MAX_OF_TODAY = 3
const MAX_RECENT = 3

/**
 * The palette's groups, without empty ones. With a search, commands come first: they are local, so nothing moves when
 * the server answers.
 */
export function groupsOf(
  role: Role,
  typed: string,
  { commands, views, today }: Offered,
  found: AnswerOf<'POST /api/staff/find'> | undefined,
): OptionGroup[] {
  const applications = {
    title: 'Applications',
    options: (found?.applications ?? []).map((application) => applicationOption(role, application)),
  }
  if (typed === '') return untypedGroups(role, { commands, today }, applications.options)
  const people = {
    title: 'People',
    options: (found?.people ?? []).map((person) => personOption(role, person)),
  }
  const actions = {
    title: 'Actions',
    options: commands.map(actionOption),
  }
  const saved = {
    title: 'Views',
    options: views.map(({ id, label, does }) => ({ id: `view ${id}`, label, detail: YOUR_VIEW, does })),
  }
  return [actions, saved, applications, people].filter(({ options }) => options.length > 0)
}

function untypedGroups(
  role: Role,
  { commands, today }: Omit<Offered, 'views'>,
  recent: readonly Option[],
): OptionGroup[] {
  const toDo = today.slice(0, MAX_OF_TODAY).flatMap((row) => todayOption(role, row))
  const opened = recent.slice(0, MAX_RECENT)
  const acts = commands
    .filter(({ also }) => also !== QUEUE)
    .toSorted((one, other) => Number(isInvitation(other)) - Number(isInvitation(one)))
    .slice(0, MAX_OPTIONS_UNTYPED - toDo.length - opened.length)
  return [
    { title: 'Today', options: toDo },
    { title: 'Recently opened', options: opened },
    { title: 'Actions', options: acts.map(actionOption) },
  ].filter(({ options }) => options.length > 0)
}

const isInvitation = ({ does }: Command) =>
  typeof does === 'object' && 'to' in does && does.to.endsWith('?invite=new')

function todayOption(role: Role, row: TodayRow): Option[] {
  if (role !== 'admin' && role !== 'wealth_manager') return []
  const to = todayAddress(role, row)
  if (to === null) return []
  const { label } = todayKinds[row.kind]
  const id = `today ${keyOf(row)}`
  return [{ id, label: subjectOf(row), detail: `${label}. ${reasonOf(row, new Date())}`, does: { to } }]
}

const actionOption = ({ label, does }: Command): Option => ({
  id: `action ${label}`,
  label,
  detail: '',
  does,
})

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
