import { expect, it } from 'vitest'
import { homeFor, isStaff, roles } from '#features/access/rules/roles.ts'
import { isForRole } from '#features/brand/client/shell/pages.ts'
import { paths } from '#base/client/paths.ts'
import { commandsFor } from '#app/client/staff/palette/commands.ts'
import { routeAt, routes } from './routes.ts'

it('has one row for each address', () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
})

it.each(Object.values(paths))('has a page at %s, with or without a slash at the end', (path) => {
  expect(routeAt(path)?.path).toBe(path)
  expect(routeAt(`${path}/`.replace('//', '/'))?.path).toBe(path)
})

it.each(['/nowhere', '/admin/users', '/AUTH', '', '/auth//'])('has no page at %j', (location) => {
  expect(routeAt(location)).toBeUndefined()
})

it.each(roles)('opens the home of %s to that role only', (role) => {
  expect(routeAt(homeFor(role))?.access).toEqual([role])
})

it.each(roles.filter(isStaff))('lists only permitted pages in the navigation and palette of %s', (role) => {
  const targets = commandsFor(routes, { role, hasPack: true }, '').flatMap(({ does }) =>
    typeof does !== 'string' && 'to' in does ? routeAt(does.to.replace(/\?.*/u, '')) : [],
  )
  expect(targets.length).toBeGreaterThan(0)
  for (const target of targets)
    expect(target?.access === 'signedIn' || (target && isForRole(target, role))).toBe(true)
})

it('finds a palette entry by its synonyms', () => {
  const [found, ...others] = commandsFor(
    routes,
    { role: 'system_administrator', hasPack: true },
    'WHO events',
  )
  expect(found).toMatchObject({ label: 'Audit Logs', does: { to: '/system-admin?tab=audit-logs' } })
  expect(others).toEqual([])
})
