import { paths } from '#client/shell/paths.ts'

/** The review of an application, which goes on through the list as it is shown where somebody comes from. */
export function reviewAddress(params: URLSearchParams, id: string): string {
  const next = new URLSearchParams(params)
  next.set('application', id)
  return `${paths.managerReview}?${next.toString()}`
}
