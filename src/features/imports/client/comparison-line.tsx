import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { queryFor } from '#base/client/lib/query-client.ts'
import { paths } from '#base/client/paths.ts'
import { Link } from 'wouter'
import { peopleText } from './import-texts.ts'

const AGAIN_MS = 5000

/** How far the clients of an import were compared with sanctions lists, with due diligence only. */
export function ComparisonLine({ detail: { id } }: { detail: ImportDetail }) {
  const { ficaPack } = useBranding()
  const { data } = useQuery({
    ...queryFor('GET /api/admin/compliance/imported', { query: { import: id } }),
    enabled: ficaPack,
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.due ?? 0) > (state.data?.compared ?? 0) ? AGAIN_MS : false),
  })
  if (data === undefined || data.due === 0) return null
  const { due, lists } = data
  return (
    <p>
      <span>
        {lists === 0
          ? `${peopleText(due)} to compare with sanctions lists; no list is in use. `
          : `${peopleText(due)}; ${resultText(data)}. `}
      </span>
      <Link href={lists === 0 ? paths.sanctionsLists : paths.compliance} className="text-link">
        {lists === 0 ? 'Sanctions lists' : 'Compliance'}
      </Link>
    </p>
  )
}

/** No match is said of clients who were all compared only. */
function resultText({
  due,
  compared,
  lists,
  matched,
}: AnswerOf<'GET /api/admin/compliance/imported'>): string {
  const of = `${compared.toLocaleString('en-ZA')} compared with ${lists === 1 ? '1 list' : `${lists} lists`}`
  if (compared < due) return matched === 0 ? `${of} so far` : `${of} so far; ${matchText(matched)}`
  return `${of}; ${matched === 0 ? 'no possible match' : matchText(matched)}`
}

function matchText(matched: number): string {
  return matched === 1 ? '1 possible match' : `${matched.toLocaleString('en-ZA')} possible matches`
}
