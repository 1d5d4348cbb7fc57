import { views, type View, type ViewName } from '#domain/applications/review/views.ts'
import { paths } from '#client/shell/paths.ts'

/** What stands in the address of a queue. */
export function searchOf(name: ViewName): string {
  const { filter, sort, direction }: View = views[name]
  const asked = Object.entries({ ...filter, sort, direction }).map(([part, value]) => [part, String(value)])
  return new URLSearchParams(asked).toString()
}

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
