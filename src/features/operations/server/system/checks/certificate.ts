import { healthOf, thresholds, worstOf } from '#base/rules/health.ts'
import { formatDate } from '#base/rules/time/dates.ts'
import { hasCertificate, siteCertificate } from '../certificate.ts'
import { formatCount } from '#base/server/health/amounts.ts'
import type { Check } from '#features/access/server/health-check.ts'

/** The certificate of the site: when it expires, and whether browsers accept it. */
export const certificateCheck: Check = {
  name: 'certificate',
  title: 'Certificate',
  isUsed: hasCertificate,
  async run(context) {
    const found = await siteCertificate(context)
    if (found === null) {
      const summary = `${context.settings.baseUrl?.host ?? 'The site'} does not answer from this server`
      return { health: 'degraded', summary, percent: null, figures: [] }
    }
    const { validUntil, daysLeft, refusedFor } = found
    return {
      health: worstOf([
        healthOf(-daysLeft, thresholds.certificateDays),
        refusedFor === null ? 'healthy' : 'failing',
      ]),
      summary: daysLeft < 0 ? 'Expired' : `Valid for ${formatCount(daysLeft, 'day', 'days')}`,
      percent: null,
      figures: [
        { label: 'Valid until', value: formatDate(validUntil) },
        ...(refusedFor === null ? [] : [{ label: 'Refused by browsers', value: refusedFor }]),
      ],
    }
  },
}
