import { describe, expect, test } from 'vitest'
import { safeStorage } from './storage.ts'

/** A fake of the browser's storage with space for so many items. */
function browserItems(space = Infinity): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => {
      if (items.size >= space && !items.has(key)) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

const refused = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const browsers: Record<string, () => Storage> = {
  'stores them': browserItems,
  'refuses access': refused,
  'has no space left': () => browserItems(0),
  'refuses each call': () => new Proxy(browserItems(), { get: refused }),
}

describe.each(Object.entries(browsers))('items in a browser that %s', (_name, open) => {
  test('are read as written until they are removed', () => {
    const storage = safeStorage(
      Object.is(open, refused)
        ? open
        : (
            (opened) => () =>
              opened
          )(open()),
    )
    expect(storage.getItem('one')).toBeNull()
    storage.setItem('one', 'first')
    storage.setItem('one', 'second')
    storage.setItem('two', '')
    expect(storage.getItem('one')).toBe('second')
    expect(storage.keys()).toEqual(['one', 'two'])
    storage.removeItem('one')
    storage.removeItem('one')
    expect(storage.getItem('one')).toBeNull()
    expect(storage.keys()).toEqual(['two'])
  })
})

test('keeps an item in memory while storage is full, and stores it once there is space', () => {
  const browser = browserItems(1)
  const storage = safeStorage(() => browser)
  storage.setItem('one', 'stored')
  storage.setItem('two', 'in memory')
  expect(browser.getItem('two')).toBeNull()
  expect(storage.keys().toSorted()).toEqual(['one', 'two'])
  storage.removeItem('one')
  storage.setItem('two', 'stored')
  expect(browser.getItem('two')).toBe('stored')
  expect(storage.getItem('two')).toBe('stored')
})
