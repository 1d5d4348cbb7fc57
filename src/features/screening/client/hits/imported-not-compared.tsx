import { useQuery } from '@tanstack/react-query'
import { queryFor } from '#base/client/lib/query-client.ts'

const AGAIN_MS = 30_000

/** Says how many imported clients no list was compared with yet; nothing once all were. */
export function ImportedNotCompared() {
  const { data } = useQuery({
    ...queryFor('GET /api/admin/compliance/imported', { query: {} }),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.due ?? 0) > (state.data?.compared ?? 0) ? AGAIN_MS : false),
  })
  const left = data === undefined ? 0 : data.due - data.compared
  if (left === 0) return null
  return <p className="mb-6">{`Imported, not compared yet (${left.toLocaleString('en-ZA')})`}</p>
}
