import { relyingPartyOf } from '#features/sign-in/server/passkeys/relying-party.ts'
import type { Branding } from '#features/brand/api.ts'
import type { Settings } from '#base/server/config/settings.ts'
import { isOutboxShown, sendsEmail } from '#features/mail/server/outbox-page/is-shown.ts'

/** Public data of the firm and this deployment. */
export function brandingOf(settings: Settings): Branding {
  const { demo, selfRegistration } = settings
  const { firmName, tagline, logoUrl, logoDarkUrl, supportEmail, supportPhone } = settings.branding
  const { termsUrl, privacyUrl, learnMoreUrl, builderName, builderUrl } = settings.branding
  return {
    firmName,
    tagline,
    logoUrl,
    logoDarkUrl,
    supportEmail,
    supportPhone,
    termsUrl,
    privacyUrl,
    learnMoreUrl,
    builderName,
    builderUrl,
    office: settings.branding.office,
    revision: settings.firm.revision,
    demo,
    selfRegistration,
    sendsEmail: sendsEmail(settings),
    showsOutbox: isOutboxShown(settings),
    ficaPack: settings.dueDiligence.on,
    passkeys: relyingPartyOf(settings) !== null,
    staffUseSsoOnly: settings.ssoOnly !== null,
    singleSignOn: settings.ssoProviders.map(({ name, label }) => ({ name, label })),
  }
}
