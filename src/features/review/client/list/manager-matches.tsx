import { foldText } from '#base/rules/input/fold-text.ts'
import { tidyLine } from '#base/rules/input/tidy.ts'
import { Button } from '#base/client/ui/button.tsx'
import { useManagers } from '#features/accounts/client/manager-select.tsx'

type ManagerMatchesProps = {
  search: string
  /**
   * Filters by a wealth manager.
   *
   * @param id of the manager
   */
  onShow: (id: string) => void
}

/** Shorter texts match nearly every name. */
const MIN_LENGTH = 3
const MAX_SHOWN = 2

/** Wealth managers whose name matches the search, as links to their clients, whom the search does not find. */
export function ManagerMatches({ search, onShow }: ManagerMatchesProps) {
  const isLong = search.trim().length >= MIN_LENGTH
  const { managers = [] } = useManagers('admin', isLong)
  const terms = folded(search).split(' ')
  const named = managers.filter(({ name }) => terms.every((word) => folded(name).includes(word)))
  if (!isLong || named.length === 0) return null
  return (
    <p role="status" className="flex shrink-0 items-center">
      {named.slice(0, MAX_SHOWN).map(({ id, name }) => (
        <Button
          key={id}
          tone="quiet"
          size="small"
          className="px-2"
          onClick={() => onShow(id)}
        >{`All clients of ${name}`}</Button>
      ))}
    </p>
  )
}

const folded = (text: string) => foldText(tidyLine(text))
