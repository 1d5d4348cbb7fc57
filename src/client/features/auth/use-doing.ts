import { useMemo, useState } from 'react'

/** Something that is done, in the words of the library that the pages behind the sign-in page do such things with. */
export interface Doing<Input, Result> {
  isPending: boolean
  /** Why it failed the last time. */
  error: Error | null
  mutateAsync: (input: Input) => Promise<Result>
  /** The same for whom `error` is enough. */
  mutate: (input: Input) => void
}

/** What a component does and how that stands. @param run the same function for as long as the component is there */
export function useAsyncAction<Input, Result>(run: (input: Input) => Promise<Result>): Doing<Input, Result> {
  const [state, setState] = useState<Pick<Doing<Input, Result>, 'isPending' | 'error'>>(atRest)
  const calls = useMemo(() => {
    const mutateAsync = async (input: Input) => {
      setState({ isPending: true, error: null })
      try {
        const result = await run(input)
        setState(atRest)
        return result
      } catch (error) {
        setState({ isPending: false, error: error as Error })
        throw error
      }
    }
    return { mutateAsync, mutate: (input: Input) => void mutateAsync(input).catch(() => undefined) }
  }, [run])
  return { ...state, ...calls }
}

const atRest = { isPending: false, error: null }
