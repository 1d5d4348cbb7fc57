import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { paths } from '#base/client/paths.ts'
import { Notice } from '#base/client/ui/notice.tsx'
import { listsQuery } from './load-form.tsx'

/** Says that no United Nations list is in use, or that it is too old: no client can be approved then. */
export function NoUnListNotice() {
  const { data } = useQuery(listsQuery)
  const list = data?.sources.find(({ source }) => source === 'UN')
  if (list === undefined || (list.inForce !== null && !list.old)) return null
  const isAbsent = list.inForce === null
  return (
    <Notice
      tone="danger"
      title={isAbsent ? 'No United Nations list is in use' : 'The United Nations list is too old'}
      className="mb-6"
      action={
        <Link href={paths.sanctionsLists} className="text-link">
          Load the United Nations list
        </Link>
      }
    >
      {isAbsent
        ? 'Not set up: clients can’t be approved or onboarded until they are compared with it.'
        : 'Clients can’t be approved or onboarded until a newer list is in use.'}
    </Notice>
  )
}
