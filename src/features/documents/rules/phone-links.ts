import { withFragment } from '#features/access/rules/sign-in-path.ts'

/** How long a link for a phone works, in milliseconds. */
export const PHONE_LINK_LIFETIME_MS = 10 * 60_000

/** Types of photos that a phone may send. */
export const photoTypeNames = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'] as const

/** Path of the page that takes photos, with the code in its fragment. */
export function phonePath(token?: string): string {
  return withFragment('/phone', token)
}
