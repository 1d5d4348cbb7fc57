import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'

/**
 * Links to the providers that staff may sign in at; without any, nothing. They are links, since a form's policy would stop
 * the redirect.
 *
 * @param first above the form, which is then for clients
 */
export function SsoLinks({ first = false }: { first?: boolean }) {
  const { singleSignOn } = useBranding()
  if (singleSignOn.length === 0) return null
  return (
    <section
      className={first ? 'mb-8 grid gap-3' : 'mt-8 grid gap-3 border-t border-hairline pt-6'}
      aria-label="Sign in as staff"
    >
      <p className="text-sm text-ink-soft">Staff</p>
      {singleSignOn.map(({ name, label }) => (
        <LinkButton key={name} href={`/api/sso/${name}/start`} external className="w-full">
          {`Sign in with ${label}`}
        </LinkButton>
      ))}
      {first ? <p className="border-t border-hairline pt-6 text-sm text-ink-soft">Clients</p> : null}
    </section>
  )
}
