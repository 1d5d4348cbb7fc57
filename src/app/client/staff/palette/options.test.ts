import { expect, test } from 'vitest'
import { routes } from '#app/client/routes.ts'
import { todayRow } from '#features/today/server/today.ts'
import { commandsFor } from './commands.ts'
import { groupsOf } from './options.ts'

const application = (id: string) => ({
  id,
  fullName: `Client ${id}`,
  emailAddress: `${id}@palette.example`,
  reference: 'PPW-2345-22',
  status: 'submitted' as const,
  wealthManagerName: null,
})
const found = { applications: ['1', '2', '3', '4', '5'].map(application), people: [] }
const today = ['1', '2', '3', '4'].map((id) =>
  todayRow({ kind: 'submitted', applicationId: id, name: `To do ${id}` }),
)
const commands = (role: 'admin' | 'wealth_manager' | 'system_administrator', text = '') =>
  commandsFor(routes, { role, hasPack: true }, text)

test.each(['admin', 'wealth_manager', 'system_administrator'] as const)(
  'before typing, %s has at most eight options: first what there is to do, then who was opened last',
  (role) => {
    const groups = groupsOf(role, '', { commands: commands(role), views: [], today }, found)
    expect(groups.flatMap(({ options }) => options).length).toBeLessThanOrEqual(8)
    const titles = role === 'system_administrator' ? [] : ['Today']
    expect(groups.map(({ title }) => title)).toEqual([...titles, 'Recently opened', 'Actions'])
    if (role === 'admin') expect(groups.at(-1)?.options[0]?.label).toBe('New Client Invitation')
  },
)

test.each([
  ['admin', 'audit', 'Security'],
  ['admin', 'log', 'Security'],
  ['admin', 'holiday', 'Wealth managers away'],
  ['admin', 'hand over', 'Wealth managers away'],
  ['admin', 'stand-in', 'Wealth managers away'],
  ['admin', 'away', 'Wealth managers away'],
  ['admin', 'letter', 'FAIS letter'],
  ['admin', 'wording', 'Email wording'],
  ['admin', 'FICA', 'Compliance'],
  ['admin', 'UN', 'Sanctions lists'],
  ['wealth_manager', 'holiday', 'Account'],
  ['system_administrator', 'delete', 'Users'],
  ['system_administrator', 'audit', 'Audit Logs'],
] as const)('%s finds by %s: %s', (role, text, label) => {
  expect(commands(role, text).map((one) => one.label)).toContain(label)
})
