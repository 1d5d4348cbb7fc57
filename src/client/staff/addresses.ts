import { views, type View, type ViewName } from '#domain/applications/review/views.ts'
import { paths } from '#client/shell/paths.ts'

/** What stands in the address of a queue. */
export function searchOf(name: ViewName): string {
  const { filter, sort, direction }: View = views[name]
  const asked = Object.entries({ ...filter, sort, direction }).map(([part, value]) => [part, String(value)])
  return new URLSearchParams(asked).toString()
}

/** The review of an application, which goes on through the list as it is shown where somebody comes from. */
export function reviewAddress(params: URLSearchParams, id: string): string {
  const next = new URLSearchParams(params)
  next.set('application', id)
  return `${paths.managerReview}?${next.toString()}`
}
