import { useRemembered } from '#client/shared/lib/remembered.ts'
import { useRowKeys, useRowPress } from '#client/shared/lists/row-opener.ts'
import type { KeyHabit } from '../keys-help.tsx'
import type { RowHabits } from './list-options.tsx'

/**
 * How somebody likes their rows, remembered in their browser; listens to presses and keys.
 *
 * @param isBeside whether an application stands beside the list: then the keys go through that
 */
export function useRowHabits(userId: string, isBeside: boolean): RowHabits {
  const [rows, setRows] = useRemembered(`rows of ${userId}`, ['comfortable', 'dense'])
  const habit = useKeyHabit(userId)
  useRowPress()
  useRowKeys(habit.keys && !isBeside)
  return {
    dense: rows === 'dense',
    onDense: (dense) => setRows(dense ? 'dense' : 'comfortable'),
    ...habit,
  }
}

/** Whether somebody uses keys of one letter, remembered in their browser. */
export function useKeyHabit(userId: string): KeyHabit {
  const [keys, setKeys] = useRemembered(`row keys of ${userId}`, ['on', 'off'])
  return { keys: keys === 'on', onKeys: (on) => setKeys(on ? 'on' : 'off') }
}
