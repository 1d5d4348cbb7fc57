import { paths } from '#client/shared/shell/paths.ts'

/** The address of an application within a list as it is shown: on a page, or beside the list; without one, that of the list. */
export function addressIn(path: string, params: URLSearchParams, id: string | null): string {
  const next = new URLSearchParams(params)
  if (id === null) next.delete('application')
  else next.set('application', id)
  return next.size === 0 ? path : `${path}?${next.toString()}`
}

/** The review of an application, which goes on through the list as it is shown where somebody comes from. */
export function reviewAddress(params: URLSearchParams, id: string): string {
  return addressIn(paths.managerReview, params, id)
}
