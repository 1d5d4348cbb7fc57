import { useSearchParams } from 'wouter'
import type { SessionUser } from '#features/access/api/auth.ts'
import { IdentitiesSection } from '#features/sso/client/identities-section.tsx'
import { paths } from '#base/client/paths.ts'
import { useShortcutSetting } from '#base/client/lists/shortcut-setting.ts'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { SideIndex } from '#base/client/ui/side-index.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { NotificationSection } from './notification-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { StandInSection } from './stand-in-section.tsx'
import { YouSection } from './you-section.tsx'

const sections = {
  you: 'You',
  'sign-in': 'Sign-in',
  away: 'While you are away',
  notifications: 'Notifications',
  keys: 'Keys',
} as const

type Section = keyof typeof sections

/** What a role has. */
function sectionsFor(role: SessionUser['role']): Section[] {
  return (Object.keys(sections) as Section[]).filter(
    (name) =>
      name === 'you' ||
      name === 'sign-in' ||
      (name === 'away' ? role === 'wealth_manager' : role !== 'system_administrator'),
  )
}

/** The account of a member of staff, a section at a time (`?section=`). */
export function StaffAccount({ user }: { user: SessionUser }) {
  const [params] = useSearchParams()
  const offered = sectionsFor(user.role)
  const section = offered.find((name) => name === params.get('section'))
  return (
    <SideIndex
      label="Your account"
      href={paths.account}
      isIndex={section === undefined}
      entries={offered.map((name) => ({
        label: sections[name],
        href: `${paths.account}?section=${name}`,
        isCurrent: name === section,
      }))}
    >
      {section === undefined ? null : (
        <div className="max-w-narrow">
          <TitleBar title={sections[section]} />
          <Content {...{ section, user }} />
        </div>
      )}
    </SideIndex>
  )
}

function Content({ section, user }: { section: Section; user: SessionUser }) {
  switch (section) {
    case 'you':
      return <YouSection user={user} />
    case 'sign-in':
      return (
        <div className="mt-3 grid gap-8">
          <div>
            <LinkButton href={paths.changePassword} size="small">
              Change Password
            </LinkButton>
          </div>
          <PasskeysSection role={user.role} />
          <SecondFactorSection />
          <IdentitiesSection />
          <SessionsSection />
        </div>
      )
    case 'away':
      return <StandInSection />
    case 'notifications':
      return user.role === 'admin' || user.role === 'wealth_manager' ? (
        <NotificationSection role={user.role} />
      ) : null
    case 'keys':
      return <Keys userId={user.id} />
  }
}

/** Single-key shortcuts can be switched off (WCAG 2.1.4). */
function Keys({ userId }: { userId: string }) {
  const { keys, onKeys } = useShortcutSetting(userId)
  return (
    <Checkbox
      name="row-keys"
      label="Single-key shortcuts (? lists them)"
      checked={keys}
      onChange={({ target }) => onKeys(target.checked)}
    />
  )
}
