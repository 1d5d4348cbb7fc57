import { useMemo, useState } from 'react'

/** An async action with the interface of a mutation of the query library. */
export interface AsyncAction<Input, Result> {
  isPending: boolean
  /** The error of the last run. */
  error: Error | null
  mutateAsync: (input: Input) => Promise<Result>
  /** Like `mutateAsync`, for callers that only read `error`. */
  mutate: (input: Input) => void
}

/**
 * The state of a component's async action.
 *
 * @param run must be stable
 */
export function useAsyncAction<Input, Result>(
  run: (input: Input) => Promise<Result>,
): AsyncAction<Input, Result> {
  const [state, setState] = useState<Pick<AsyncAction<Input, Result>, 'isPending' | 'error'>>(idle)
  const calls = useMemo(() => {
    const mutateAsync = async (input: Input) => {
      setState({ isPending: true, error: null })
      try {
        const result = await run(input)
        setState(idle)
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

const idle = { isPending: false, error: null }
