import { useState } from 'react'
import { browserStorage } from './storage.ts'

/**
 * One of some words that somebody chose, kept in their browser for the next time; the first until they choose, and where
 * the browser keeps nothing.
 *
 * @param name whose choice of what, such as `rows of <id>`: several people may use one browser
 */
export function useRemembered<Value extends string>(
  name: string,
  [first, ...others]: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const kept = browserStorage.getItem(name)
    return [first, ...others].find((one) => one === kept) ?? first
  })
  const choose = (chosen: Value) => {
    setValue(chosen)
    browserStorage.setItem(name, chosen)
  }
  return [value, choose]
}
