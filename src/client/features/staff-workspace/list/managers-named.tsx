import { foldText } from '#domain/input/fold-text.ts'
import { tidyLine } from '#domain/input/tidy.ts'
import { Button } from '#client/ui/button.tsx'
import { useManagers } from '#client/features/users/manager-select.tsx'

type ManagersNamedProps = {
  search: string
  /** Shows the clients of one. @param id a wealth manager's */
  onShow: (id: string) => void
}

/** Fewer letters are in nearly every name. */
const SHORTEST = 3
const MOST = 3

/** Wealth managers whose names are searched for: their clients are one press away, and not among the clients of that name. */
export function ManagersNamed({ search, onShow }: ManagersNamedProps) {
  const { managers = [] } = useManagers('admin')
  const words = folded(search).split(' ')
  const named = managers.filter(({ name }) => words.every((word) => folded(name).includes(word)))
  if (search.trim().length < SHORTEST || named.length === 0) return null
  return (
    <p role="status" className="mt-3 flex flex-wrap items-center gap-x-2">
      {named.slice(0, MOST).map(({ id, name }) => (
        <Button
          key={id}
          tone="quiet"
          size="small"
          className="-ml-4"
          onClick={() => onShow(id)}
        >{`All clients of ${name}`}</Button>
      ))}
    </p>
  )
}

const folded = (text: string) => foldText(tidyLine(text))
