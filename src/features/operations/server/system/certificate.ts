import { once } from 'node:events'
import { connect } from 'node:tls'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Context } from '#base/server/context.ts'

/** Whether this site has a certificate to watch. */
export const hasCertificate = ({ settings, https }: Pick<Context, 'settings' | 'https'>): boolean =>
  https && settings.production && settings.baseUrl !== undefined

/** The certificate of this site; null where there is none, or the site does not answer. */
export async function siteCertificate(
  context: Pick<Context, 'settings' | 'https' | 'now'>,
): Promise<SiteCertificate | null> {
  const { baseUrl } = context.settings
  if (baseUrl === undefined || !hasCertificate(context)) return null
  return readCertificate(baseUrl, context.now()).catch(() => null)
}

const HTTPS_PORT = 443
const CONNECT_MS = 1500

/** The certificate that a site shows to browsers. */
export interface SiteCertificate {
  validUntil: Date
  /** Whole days; negative once it has expired. */
  daysLeft: number
  /** Why browsers refuse it; null if they do not. */
  refusedFor: string | null
}

/**
 * Reads the certificate of a site, as a browser would: by its name and through its proxy.
 *
 * @throws where the site does not answer
 */
export async function readCertificate({ hostname, port }: URL, now: Date): Promise<SiteCertificate> {
  const host = hostname.replace(/^\[(.*)\]$/u, '$1')
  const socket = connect({
    host,
    port: Number(port || HTTPS_PORT),
    ...(/^[\d.]+$|:/u.test(host) ? {} : { servername: host }),
    // One that is refused is read as well.
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(CONNECT_MS) })
    const validUntil = new Date(socket.getPeerCertificate().valid_to)
    const { authorized, authorizationError } = socket
    return {
      validUntil,
      daysLeft: Math.floor((validUntil.getTime() - now.getTime()) / DAY_MS),
      refusedFor: authorized ? null : String(authorizationError),
    }
  } finally {
    socket.destroy()
  }
}
