import { useState } from 'react'
import { browserStorage } from './storage.ts'

/**
 * A choice stored in the browser; the first value by default.
 *
 * @param name includes the user's id, such as `rows of <id>`: users may share a browser
 */
export function useStoredChoice<Value extends string>(
  name: string,
  [first, ...others]: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const stored = browserStorage.getItem(name)
    return [first, ...others].find((one) => one === stored) ?? first
  })
  const choose = (chosen: Value) => {
    setValue(chosen)
    browserStorage.setItem(name, chosen)
  }
  return [value, choose]
}
