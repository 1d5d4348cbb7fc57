import { clsx } from 'clsx'
import { memo } from 'react'
import { isStaff, type Role } from '#features/access/rules/roles.ts'
import { useBranding } from '../branding.tsx'
import { supportMail } from '#base/client/paths.ts'

/** The builder's credit and one link: support for staff, "learn more" for everyone else (specification section 1). */
export const Footer = memo(function Footer({ role }: { role?: Role | undefined }) {
  const branding = useBranding()
  const staff = role !== undefined && isStaff(role)
  return (
    <footer className="border-t border-hairline px-4 text-sm text-ink-soft sm:px-8">
      <div
        className={clsx(
          'mx-auto flex max-w-wide flex-wrap items-center justify-between gap-x-8',
          staff ? 'desk:h-9.75' : 'min-h-18 gap-y-1 py-3',
        )}
      >
        <p>
          {branding.builderName ? (
            <span>
              Built by{' '}
              <a
                href={branding.builderUrl}
                className="text-link inline-block py-2.5"
                rel="noreferrer"
                target="_blank"
              >
                {branding.builderName}
              </a>
            </span>
          ) : null}
        </p>
        {staff && branding.supportEmail ? (
          <a
            href={supportMail(branding.supportEmail, `Support request: ${branding.firmName}`)}
            className="text-link py-2.5"
          >
            Contact support
          </a>
        ) : null}
        {!staff && branding.learnMoreUrl ? (
          <a href={branding.learnMoreUrl} className="text-link py-2.5" rel="noreferrer" target="_blank">
            Learn More
          </a>
        ) : null}
      </div>
    </footer>
  )
})
