import { Link } from 'wouter'
import { paths } from '#base/client/paths.ts'
import { progressText, usePack } from './use-pack.ts'

/** A link to the tasks, with the progress; nothing where there are none. */
export function PackLink() {
  const { data: pack } = usePack()
  if (pack === undefined || !pack.editable) return null
  return (
    <Link href={paths.pack} className="text-link py-2.5">
      {`FICA documents: ${progressText(pack)}`}
    </Link>
  )
}
