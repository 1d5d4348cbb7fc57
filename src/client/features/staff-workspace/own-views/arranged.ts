import type { OwnView } from '#domain/api/own-views.ts'

/** A view while it is being arranged. */
export type Arranged = Pick<OwnView, 'id' | 'name' | 'address' | 'shared'>

/** The views with one of them moved up (-1) or down (1); unchanged at the ends. */
export function movedBy(views: readonly Arranged[], id: string, by: -1 | 1): readonly Arranged[] {
  const from = views.findIndex((view) => view.id === id)
  const moved = views[from]
  if (moved === undefined || views[from + by] === undefined) return views
  return views.toSpliced(from, 1).toSpliced(from + by, 0, moved)
}
