import { useRemembered } from '#client/lib/remembered.ts'
import { useRowKeys, useRowPress } from '#client/lists/row-opener.ts'
import type { RowHabits } from './list-options.tsx'

/** How somebody likes their rows, remembered in their browser; listens to presses and keys. */
export function useRowHabits(userId: string): RowHabits {
  const [rows, setRows] = useRemembered(`rows of ${userId}`, ['comfortable', 'dense'])
  const [keys, setKeys] = useRemembered(`row keys of ${userId}`, ['on', 'off'])
  useRowPress()
  useRowKeys(keys === 'on')
  return {
    dense: rows === 'dense',
    onDense: (dense) => setRows(dense ? 'dense' : 'comfortable'),
    keys: keys === 'on',
    onKeys: (on) => setKeys(on ? 'on' : 'off'),
  }
}
