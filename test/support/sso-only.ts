import type { SsoProvider } from '#features/sso/settings.ts'
import { makeEnrolled, type EnrolledUser } from './second-factor.ts'
import type { TestServer } from './server.ts'

/** Runs with single sign-on alone in force, and a break-glass account that is ready. */
export async function withSsoOnly<Result>(
  server: TestServer,
  run: (breakGlass: EnrolledUser) => Promise<Result>,
): Promise<Result> {
  const breakGlass = await makeEnrolled(server, 'system_administrator')
  const { settings } = server.context
  const { ssoOnly, ssoProviders } = settings
  const microsoft = { name: 'entra', label: 'Microsoft' } as SsoProvider
  Object.assign(settings, { ssoOnly: { breakGlass: [breakGlass.username] }, ssoProviders: [microsoft] })
  try {
    return await run(breakGlass)
  } finally {
    Object.assign(settings, { ssoOnly, ssoProviders })
  }
}
