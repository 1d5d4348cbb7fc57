import { paths } from '#base/client/paths.ts'

/** The address of an application's page or panel with the list's view; without an id, that of the list. */
export function addressIn(path: string, params: URLSearchParams, id: string | null): string {
  const next = new URLSearchParams(params)
  if (id === null) next.delete('application')
  else next.set('application', id)
  return next.size === 0 ? path : `${path}?${next.toString()}`
}

/** The review of an application, with the view of the list that it was opened from. */
export function reviewAddress(params: URLSearchParams, id: string): string {
  return addressIn(paths.managerReview, params, id)
}
