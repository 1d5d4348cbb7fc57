import { useStoredChoice } from '#client/shared/lib/stored-choice.ts'
import { useRowKeys, useRowPress } from '#client/shared/lists/row-opener.ts'
import type { ShortcutSetting } from '../shortcuts-help.tsx'
import type { RowSettings } from './list-options.tsx'

/**
 * The user's settings of rows, stored in the browser; handles presses and keys.
 *
 * @param isBeside whether an application is open beside the list, which then handles the keys
 */
export function useRowSettings(userId: string, isBeside: boolean): RowSettings {
  const [rows, setRows] = useStoredChoice(`rows of ${userId}`, ['comfortable', 'dense'])
  const setting = useShortcutSetting(userId)
  useRowPress()
  useRowKeys(setting.keys && !isBeside)
  return {
    dense: rows === 'dense',
    onDense: (dense) => setRows(dense ? 'dense' : 'comfortable'),
    ...setting,
  }
}

/** The user's setting of single-letter shortcuts, stored in the browser. */
export function useShortcutSetting(userId: string): ShortcutSetting {
  const [keys, setKeys] = useStoredChoice(`row keys of ${userId}`, ['on', 'off'])
  return { keys: keys === 'on', onKeys: (on) => setKeys(on ? 'on' : 'off') }
}
