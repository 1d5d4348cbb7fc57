import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { actionsFor } from '#features/access/rules/lifecycle/transitions.ts'
import { roles, type Role } from '#features/access/rules/roles.ts'
import { secondFactorStates } from '#features/access/rules/second-factor.ts'
import { decide, scopeOf, type Subject, type Caller } from './decide.ts'
import type { PendingRequirement, Standing } from './pending-requirements.ts'
import { permissions, type Action, type Scope } from './permissions.ts'

const who = (role: Role, userId: string = role): Caller => ({
  userId,
  role,
  mustChangePassword: false,
  mustConfirmAddress: false,
  secondFactor: 'not-needed',
})
const subject: Subject = { clientId: 'client', managerId: 'wealth_manager', status: 'draft' }
const everyAction = Object.keys(permissions) as Action[]

/** Independent copy of specification section 6 and the decisions: client, manager, admin, system administrator. */
const table = {
  'account.see': ['own', 'own', 'own', 'own'],
  'password.choose': ['own', 'own', 'own', 'own'],
  'address.confirm': ['own', 'own', 'own', 'own'],
  'second-factor.give': ['own', 'own', 'own', 'own'],
  'second-factor.manage': ['none', 'own', 'own', 'own'],
  'second-factor.reset': ['none', 'none', 'none', 'all'],
  'own-sessions.manage': ['own', 'own', 'own', 'own'],
  'passkeys.manage': ['own', 'own', 'own', 'own'],
  'own-identities.manage': ['none', 'own', 'own', 'own'],
  'sso.watch': ['none', 'none', 'none', 'all'],
  'client.correct': ['none', 'assigned', 'all', 'all'],
  'own-address.change': ['own', 'own', 'own', 'own'],
  'own-identity.edit': ['none', 'own', 'own', 'own'],
  'own-phone.edit': ['none', 'own', 'none', 'none'],
  'stand-in.name': ['none', 'own', 'none', 'none'],
  'stand-ins.see': ['none', 'none', 'all', 'none'],
  'stand-ins.manage': ['none', 'none', 'all', 'none'],
  'own-data.download': ['own', 'none', 'none', 'none'],
  'application.open': ['own', 'none', 'none', 'none'],
  'application.edit': ['own', 'none', 'none', 'none'],
  'application.review': ['none', 'assigned', 'all', 'none'],
  'application.change-status': ['none', 'assigned', 'all', 'none'],
  'correction.ask': ['none', 'assigned', 'all', 'none'],
  'reminders.set': ['none', 'assigned', 'all', 'none'],
  'note.write': ['none', 'assigned', 'all', 'none'],
  'check.settle': ['none', 'assigned', 'all', 'none'],
  'today.read': ['none', 'own', 'own', 'none'],
  'notifications.read': ['none', 'own', 'own', 'none'],
  'correction.answer': ['own', 'none', 'none', 'none'],
  'application.reopen': ['none', 'none', 'all', 'none'],
  'pack.open': ['own', 'none', 'none', 'none'],
  'pack.answer': ['own', 'none', 'none', 'none'],
  'pack.verify': ['none', 'assigned', 'all', 'none'],
  'approvals.list': ['none', 'none', 'all', 'none'],
  'lists.manage': ['none', 'none', 'all', 'all'],
  'lists.read': ['none', 'none', 'all', 'all'],
  'screening.read': ['none', 'none', 'all', 'none'],
  'compliance.work': ['none', 'none', 'all', 'none'],
  'approval.ask': ['none', 'none', 'all', 'none'],
  'applications.download': ['none', 'none', 'all', 'none'],
  'own-views.see': ['none', 'own', 'own', 'none'],
  'risk-models.read': ['none', 'none', 'all', 'none'],
  'risk-models.edit': ['none', 'none', 'all', 'none'],
  'retention.hold': ['none', 'none', 'all', 'none'],
  'inspector-file.download': ['none', 'none', 'all', 'none'],
  'rating.make': ['none', 'none', 'all', 'none'],
  'approval.decide': ['none', 'none', 'all', 'none'],
  'application.administer': ['none', 'none', 'all', 'none'],
  'client.invite': ['none', 'assigned', 'all', 'none'],
  'imports.read': ['none', 'none', 'all', 'none'],
  'clients.import': ['none', 'none', 'all', 'none'],
  'invitation.renew': ['none', 'assigned', 'all', 'none'],
  'users.list': ['none', 'none', 'all', 'none'],
  'users.administer': ['none', 'none', 'none', 'all'],
  'upload.send': ['own', 'own', 'own', 'own'],
  'applications.list': ['none', 'none', 'all', 'none'],
  'applications.act-on-many': ['none', 'assigned', 'all', 'none'],
  'applications.export': ['none', 'none', 'all', 'none'],
  'outbox.read': ['none', 'none', 'all', 'none'],
  'own-clients.list': ['none', 'assigned', 'none', 'none'],
  'own-views.keep': ['none', 'own', 'own', 'none'],
  'own-clients.export': ['none', 'assigned', 'none', 'none'],
  'own-clients.download': ['none', 'assigned', 'none', 'none'],
  'document.add': ['own', 'none', 'none', 'none'],
  'document.remove': ['own', 'none', 'none', 'none'],
  'document.read': ['own', 'assigned', 'all', 'none'],
  'fais-letter.download': ['own', 'none', 'none', 'none'],
  'mails.preview': ['none', 'assigned', 'all', 'all'],
  'own-acts.undo': ['none', 'own', 'own', 'own'],
  'people.find': ['none', 'assigned', 'all', 'all'],
  'clients.hand-over': ['none', 'none', 'all', 'all'],
  'security.watch': ['none', 'none', 'all', 'none'],
  'security.clear-address': ['none', 'none', 'all', 'none'],
  'audit-log.read': ['none', 'none', 'none', 'all'],
  'system.watch': ['none', 'none', 'none', 'all'],
  'firm.read': ['none', 'none', 'all', 'all'],
  'firm.word': ['none', 'none', 'all', 'all'],
  'firm.configure': ['none', 'none', 'none', 'all'],
  'webhooks.administer': ['none', 'none', 'none', 'all'],
  'api-tokens.administer': ['none', 'none', 'none', 'all'],
  'application.submit': ['own', 'none', 'none', 'none'],
  'application.startReview': ['none', 'assigned', 'none', 'none'],
  'application.approve': ['none', 'assigned', 'none', 'none'],
  'application.reject': ['none', 'assigned', 'none', 'none'],
  'application.markOnboarded': ['none', 'none', 'all', 'none'],
  'application.markCancelled': ['none', 'none', 'all', 'none'],
} as const satisfies Record<Action, readonly Scope[]>

const columns = ['client', 'wealth_manager', 'admin', 'system_administrator'] as const

/** Actions open while a requirement is pending, whatever else is pending after it. */
const standings: { standing: Standing; first: PendingRequirement; open: readonly Action[] }[] = [
  ...[true, false].flatMap((mustChangePassword) =>
    [true, false].map((mustConfirmAddress) => ({
      standing: { mustChangePassword, mustConfirmAddress, secondFactor: 'due' } as const,
      first: 'second-factor' as const,
      open: ['account.see', 'second-factor.give'] as const,
    })),
  ),
  ...(['not-needed', 'given', 'to-set-up'] as const).flatMap((secondFactor) => [
    ...[true, false].map((mustConfirmAddress) => ({
      standing: { mustChangePassword: true, mustConfirmAddress, secondFactor },
      first: 'password' as const,
      open: ['account.see', 'password.choose'] as const,
    })),
    {
      standing: { mustChangePassword: false, mustConfirmAddress: true, secondFactor },
      first: 'confirmation' as const,
      // Everything of the own draft but its submission.
      open: [
        'account.see',
        'address.confirm',
        'application.open',
        'application.edit',
        'upload.send',
        'document.add',
        'document.remove',
        'document.read',
        'fais-letter.download',
      ] as const,
    },
  ]),
  {
    standing: { mustChangePassword: false, mustConfirmAddress: false, secondFactor: 'to-set-up' },
    first: 'enrolment',
    open: ['account.see', 'password.choose', 'second-factor.manage', 'passkeys.manage'],
  },
]

describe.each(everyAction)('%s', (action) => {
  test('each role has the scope of the specification', () => {
    expect(columns.map((role) => scopeOf(role, action))).toEqual(table[action])
  })

  test('is not allowed without a session', () => {
    expect(decide(null, action)).toBe('signed-out')
  })

  test.each(standings)(
    'while $first is pending: only the actions that satisfy it',
    ({ standing, first, open }) => {
      const role = first === 'confirmation' ? 'client' : 'admin'
      const allowed = scopeOf(role, action) === 'none' ? 'not-for-this-role' : 'yes'
      const decision = decide({ ...who(role), ...standing }, action)
      expect(decision).toBe(open.includes(action) ? allowed : `${first}-first`)
    },
  )
})

test.each<[Role, Action, string]>([
  ['client', 'document.read', 'yes'],
  ['wealth_manager', 'document.read', 'yes'],
  ['admin', 'document.read', 'yes'],
  ['system_administrator', 'document.read', 'not-for-this-role'],
])('own object: %s, %s: %s', (role, action, decision) => {
  expect(decide(who(role), action, subject)).toBe(decision)
})

test.each<[Role, string, string]>([
  ['client', 'another', 'out-of-scope'],
  ['wealth_manager', 'another', 'out-of-scope'],
  ['admin', 'another', 'yes'],
  ['system_administrator', 'another', 'not-for-this-role'],
])('foreign object: %s', (role, userId, decision) => {
  expect(decide(who(role, userId), 'document.read', subject)).toBe(decision)
})

test('an admin marked as compliance never has more than an admin', () => {
  const admin = who('admin')
  for (const action of everyAction) {
    const decision = decide({ ...admin, compliance: true }, action, subject)
    if (decision === 'yes') expect(decide(admin, action, subject)).toBe('yes')
  }
})

test('a client without a manager is in no manager’s scope', () => {
  expect(decide(who('wealth_manager'), 'application.review', { ...subject, managerId: null })).toBe(
    'out-of-scope',
  )
})

describe.each(applicationStatuses)('at %s', (status) => {
  test('answers and files can be changed while it is a draft', () => {
    for (const action of ['application.edit', 'document.add', 'document.remove'] as const) {
      expect(decide(who('client'), action, { ...subject, status })).toBe(
        status === 'draft' ? 'yes' : 'not-now',
      )
    }
  })

  test.each(roles)('%s has exactly the actions of the lifecycle', (role) => {
    const can = everyAction
      .filter((action) => decide(who(role), action, { ...subject, status }) === 'yes')
      .flatMap(
        (action) => /^application\.(submit|startReview|approve|reject|mark\w+)$/u.exec(action)?.[1] ?? [],
      )
    expect(can.toSorted()).toEqual(actionsFor(role, status).toSorted())
  })
})

test('the status of an object outside the scope is never revealed, and a subject only ever restricts', () => {
  const someSubject = fc.record({
    clientId: fc.constantFrom('a', 'b'),
    managerId: fc.constantFrom('a', 'b', null),
    status: fc.constantFrom(...applicationStatuses),
  })
  const someCaller = fc.record({
    userId: fc.constantFrom('a', 'b'),
    standsInFor: fc.constantFrom([], ['a'], ['b'], ['c']),
    role: fc.constantFrom(...roles),
    mustChangePassword: fc.boolean(),
    mustConfirmAddress: fc.boolean(),
    secondFactor: fc.constantFrom(...secondFactorStates),
  })
  fc.assert(
    fc.property(someCaller, fc.constantFrom(...everyAction), someSubject, (one, action, object) => {
      const [atAll, toThis] = [decide(one, action), decide(one, action, object)]
      if (atAll !== 'yes') expect(toThis).toBe(atAll)
      const scope = scopeOf(one.role, action)
      const isTheirs = { none: false, own: one.userId === object.clientId, all: true }
      const managers: (string | null)[] = [one.userId, ...one.standsInFor]
      const reached = scope === 'assigned' ? managers.includes(object.managerId) : isTheirs[scope]
      if (atAll === 'yes') expect(toThis === 'out-of-scope').toBe(!reached)
    }),
  )
})
